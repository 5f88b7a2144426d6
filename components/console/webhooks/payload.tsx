import { CodeTabs } from "#components/ui/code-tabs.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export function Payload({ text, payload }: { text: MerchantText; payload: string }) {
  const { webhooks } = text.messages;
  const words = webhooks.delivery;
  const tabs = [
    { id: "pretty", label: words.pretty, code: JSON.stringify(JSON.parse(payload), null, 2) },
    { id: "raw", label: words.raw, code: payload },
  ];
  return (
    <>
      <CodeTabs legend={words.payload} name="payload" tabs={tabs} />
      <p className="text-muted text-sm">{words.rawHint}</p>
    </>
  );
}
