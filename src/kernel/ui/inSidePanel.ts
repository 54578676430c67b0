// Whether something is drawn in the panel beside a list.
import { createContext } from "react";

export const InSidePanel = createContext(false);
