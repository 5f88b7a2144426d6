import { ActionForm } from "#components/ui/action-form.tsx";
import { ColourField } from "#components/ui/colour-field.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { FileField } from "#components/ui/file-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { Brand } from "#lib/merchants/brand/brand.ts";
import { SCHEMES } from "#lib/merchants/model/look.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import type { PreviewLook } from "./preview-look.ts";
import { Section } from "./section.tsx";

const OUR_ACCENT = "#0b6e4f";

// Same limits as lib/merchants/brand/logo.ts, which can't run in a browser.
const LOGO = { types: "image/png,image/jpeg,image/webp", maxBytes: 200_000 };

type Props = {
  text: MerchantText;
  id: string;
  shown: PreviewLook;
  /** `undefined` for read-only members. */
  action: FormAction<undefined> | undefined;
};

export function BrandForm({ text, id, shown, action }: Props) {
  const { brand: words, save, saving } = text.messages.settings;
  return (
    <Section id="brand" title={words.title} lead={words.lead}>
      {action ? (
        <ActionForm id={id} action={action}>
          <ColourField
            name="accent"
            label={words.accent}
            hint={words.accentHint}
            pickLabel={words.pick}
            defaultValue={shown.accent}
            fallback={OUR_ACCENT}
          />
          <SelectField
            name="scheme"
            label={words.scheme}
            hint={words.schemeHint}
            options={SCHEMES.map((value) => ({ value, label: words.schemes[value] }))}
            defaultValue={shown.scheme}
          />
          <FileField
            name="logo"
            label={words.logo}
            hint={words.logoHint}
            accept={LOGO.types}
            maxBytes={LOGO.maxBytes}
            tooLargeText={words.logoTooLarge}
          />
          <SubmitButton busyText={saving}>{save}</SubmitButton>
        </ActionForm>
      ) : (
        <Facts facts={facts(text, shown)} />
      )}
    </Section>
  );
}

function facts(
  text: MerchantText,
  { accent, scheme }: { accent: string; scheme: Brand["scheme"] },
) {
  const { brand: words } = text.messages.settings;
  return [
    { label: words.accent, value: accent || "–", figures: true },
    { label: words.scheme, value: words.schemes[scheme] },
  ];
}
