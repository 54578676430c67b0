// The picture and the colour of a data type: two rows of choices. What each is called, the area says that shows them.
import { useId } from "react";
import { TYPE_COLOURS, TYPE_ICONS, type TypeColour, type TypeIconName } from "#schemas/typeLook.ts";
import { TypeIcon } from "./TypeIcon.tsx";

interface Props {
  icon: TypeIconName;
  colour: TypeColour;
  disabled?: boolean;
  /** What a choice is called; of a row, without a name. */
  say: (row: "icon" | "colour", name?: string) => string;
  onIcon: (icon: TypeIconName) => void;
  onColour: (colour: TypeColour) => void;
}

export function TypeLook({ icon, colour, disabled = false, say, onIcon, onColour }: Props) {
  const id = useId();
  const choice = <Name extends string>(
    row: "icon" | "colour",
    name: Name,
    chosen: Name,
    onChoose: (name: Name) => void,
    look: { icon: TypeIconName; colour: TypeColour },
  ) => (
    <label key={name} title={say(row, name)}>
      <input
        type="radio"
        name={`${id}-${row}`}
        value={name}
        checked={chosen === name}
        disabled={disabled}
        aria-label={say(row, name)}
        onChange={() => onChoose(name)}
      />
      <TypeIcon {...look} />
    </label>
  );
  return (
    <>
      <fieldset className="type-look">
        <legend>{say("icon")}</legend>
        {TYPE_ICONS.map((name) => choice("icon", name, icon, onIcon, { icon: name, colour }))}
      </fieldset>
      <fieldset className="type-look">
        <legend>{say("colour")}</legend>
        {TYPE_COLOURS.map((name) => choice("colour", name, colour, onColour, { icon, colour: name }))}
      </fieldset>
    </>
  );
}
