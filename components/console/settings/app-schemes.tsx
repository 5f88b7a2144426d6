import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { EditableList, type ListActions } from "./editable-list.tsx";

type Props = { text: MerchantText; schemes: string[]; actions: ListActions };

export function AppSchemes({ text, schemes, actions }: Props) {
  const words = text.messages.settings.apps;
  return (
    <EditableList
      text={text}
      id="schemes"
      words={words}
      items={schemes.map((scheme) => ({
        value: scheme,
        shown: `${scheme}://`,
        question:
          schemes.length === 1 ? words.lastQuestion : text.format(words.question, { scheme }),
      }))}
      actions={actions}
      field={{ name: "scheme", maxLength: 60 }}
    />
  );
}
