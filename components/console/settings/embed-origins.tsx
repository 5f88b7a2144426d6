import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { EditableList, type ListActions } from "./editable-list.tsx";

type Props = {
  text: MerchantText;
  origins: string[];
  /** Prefills the field, from a link. */
  proposed: string | undefined;
  actions: ListActions;
};

export function EmbedOrigins({ text, origins, proposed, actions }: Props) {
  const words = text.messages.settings.embedding;
  return (
    <EditableList
      text={text}
      id="origins"
      words={words}
      items={origins.map((origin) => ({
        value: origin,
        shown: origin,
        question: text.format(words.question, { origin }),
      }))}
      actions={actions}
      field={{
        name: "origin",
        type: "url",
        inputMode: "url",
        maxLength: 300,
        ...(proposed !== undefined && { defaultValue: proposed }),
      }}
    />
  );
}
