// Where a text without spaces may break.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Breakable } from "../../src/kernel/ui/Breakable.tsx";

test.each([
  ["joao.oliveira.1@redwoodmaterialsinc.example", "joao|.oliveira|.1|@redwoodmaterialsinc|.example"],
  ["/1/api/container/{eventId}/custom-group", "/|1/|api/|container/|{eventId}/|custom-group"],
  ["https://example.com/a?b=1", "https://|example|.com/|a|?b|=1"],
  ["Badge no. 5.000", "Badge no. 5.000"],
  ["", ""],
])("%s breaks at its joints, and reads as before", (text, broken) => {
  const drawn = renderToStaticMarkup(<Breakable text={text} />);

  expect(drawn.replaceAll("<wbr/>", "|")).toBe(broken);
});
