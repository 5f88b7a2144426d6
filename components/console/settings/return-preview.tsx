import { Info } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import { previewReturn } from "#lib/payments/checkout/return-preview.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; url: string };

export function ReturnPreview({ text, url }: Props) {
  const { brand, links } = text.messages.settings;
  const { preview, hints: words } = links.urls;
  const order = brand.preview.externalId;
  const { address, hints } = previewReturn(url, order);
  return (
    <div className="grid gap-1.5 text-sm">
      <p>
        <span className="text-muted">{text.format(preview, { order })}</span>{" "}
        <code dir="ltr" className="wrap-anywhere">
          {address}
        </code>
      </p>
      {hints.length > 0 && (
        <ul className="grid gap-1">
          {hints.map((hint) => (
            <li key={hint} className="flex gap-2 text-muted">
              <Icon of={Info} size={16} />
              <span className="min-w-0">{words[hint]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
