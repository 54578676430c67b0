// The styles of the first paint, in the order in which they override each other. The frame's and Blueprint's come with the frame.
import "../kernel/ui/tokens.css";
import "../kernel/ui/base.css";
import "../kernel/ui/controls.css";
import "../kernel/ui/avatar.css";
import "../kernel/ui/page.css";
import "../kernel/grid/outline.css";
import "./login/login.css";
