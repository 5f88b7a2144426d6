import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { Section } from "./section.tsx";

type Props = {
  text: MerchantText;
  logoPath: string | undefined;
  /** `undefined` for read-only members. */
  remove: FormAction<undefined> | undefined;
};

export function LogoSection({ text, logoPath, remove }: Props) {
  const { brand: words, saving } = text.messages.settings;
  if (logoPath === undefined) return null;
  return (
    <Section id="logo" title={words.logoNow}>
      {/* biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy forbids */}
      <img
        src={logoPath}
        alt={words.logoAlt}
        className="max-h-14 w-auto max-w-full rounded-soft bg-(--plate) object-contain object-left rtl:object-right p-(--plate-edge)"
      />
      {remove && (
        <Confirm label={words.removeLogo} question={words.removeQuestion}>
          <ActionForm action={remove}>
            <SubmitButton look="danger" busyText={saving}>
              {words.removeLogo}
            </SubmitButton>
          </ActionForm>
        </Confirm>
      )}
    </Section>
  );
}
