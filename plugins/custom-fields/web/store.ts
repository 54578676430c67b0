// Fields of one event.
import { fieldsStore } from "#web";

export const CustomFieldsStore = fieldsStore("CustomFields", () => import("./calls.ts"), ["addUsual", "take"]);
