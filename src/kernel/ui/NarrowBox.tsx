// Words that narrow what stands below within a form or a panel. It is not the search of the page: "/" does not lead here.
interface Props {
  label: string;
  text: string;
  onText: (text: string) => void;
}

/** Its keys neither save the form nor close the panel around it. */
export function NarrowBox({ label, text, onText }: Props) {
  return (
    <input
      type="search"
      className="input"
      autoComplete="off"
      maxLength={200}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
        if (event.key !== "Escape" || text === "") return;
        event.preventDefault();
        onText("");
      }}
    />
  );
}
