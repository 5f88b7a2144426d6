import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { PreviewLook } from "./preview-look.ts";

export function PreviewForm({ text, shown }: { text: MerchantText; shown: PreviewLook }) {
  const { brand: words } = text.messages.settings;
  return (
    <noscript>
      <form method="get" action={consolePath("/settings/brand")} className="grid gap-4">
        <Field name="accent" label={words.accent} defaultValue={shown.accent} />
        <input type="hidden" name="scheme" value={shown.scheme} />
        {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
        <div>
          <Button look="secondary">{words.preview.show}</Button>
        </div>
      </form>
    </noscript>
  );
}
