import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageForm } from "#components/ui/page-form.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { PaymentLink } from "#lib/payments/model/link.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { languageNames } from "#lib/platform/i18n/locale.ts";

type Props = {
  text: MerchantText;
  link: Pick<PaymentLink, "id" | "url">;
  /** Of the printed texts. */
  language: string;
};

/** The code, and its files for print. */
export function LinkCode({ text, link, language }: Props) {
  const { code, codeLabel, print: words } = text.messages.paymentLinks.link;
  const file = (name: string, size?: string) =>
    consolePath(`/links/${link.id}/${name}`, { size, language });
  return (
    <Card labelledBy="code">
      <h2 id="code" className="mb-3 font-semibold">
        {code}
      </h2>
      <div className="grid gap-4">
        <div className="w-full max-w-60">
          <QrCode content={link.url} label={codeLabel} />
        </div>
        <p className="text-muted">{words.lead}</p>
        <p className="flex flex-wrap gap-3">
          {[
            [words.a6, file("qr.pdf", "a6")],
            [words.a4, file("qr.pdf", "a4")],
            [words.svg, file("qr.svg")],
            [words.png, file("qr.png")],
          ].map(([label = "", href = ""]) => (
            <ButtonLink key={label} look="secondary" size="small" href={href}>
              {label}
            </ButtonLink>
          ))}
        </p>
        <PageForm
          action={consolePath(`/links/${link.id}`)}
          className="flex flex-wrap items-end gap-3"
        >
          <div className="min-w-0 flex-1 basis-40">
            <SelectField
              name="language"
              label={words.language}
              options={languageNames().map(([value, label]) => ({ value, label }))}
              defaultValue={language}
            />
          </div>
          <Button look="secondary">{words.apply}</Button>
        </PageForm>
      </div>
    </Card>
  );
}
