// The e-mail format as the server's ajv has it, told to TypeBox's checker, so that a form refuses what the server would refuse.
import Format from "typebox/format";

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

Format.Set("email", (text) => EMAIL.test(text));
