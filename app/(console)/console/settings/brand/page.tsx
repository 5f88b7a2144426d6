import { BrandForm } from "#components/console/settings/brand-form.tsx";
import { BrandPreview } from "#components/console/settings/brand-preview.tsx";
import { LogoSection } from "#components/console/settings/logo-section.tsx";
import { PreviewForm } from "#components/console/settings/preview-form.tsx";
import { readPreview } from "#components/console/settings/preview-look.ts";
import { lookOf } from "#lib/merchants/brand/style.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { languageNames } from "#lib/platform/i18n/locale.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../mode.ts";
import { mayEdit, SettingsPage, settingsMetadata } from "../settings-page.tsx";
import { removeLogoAction, saveBrandAction } from "./actions.ts";

const FORM_ID = "brand-form";

export const generateMetadata = settingsMetadata("brand");

export default async function BrandPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const visit = await requireVisit();
  const { brands } = await getServices();
  const [text, brand, query] = await Promise.all([
    merchantText(),
    brands.find(visit.account.id),
    searchParams,
  ]);
  // Without scripts, the address holds the previewed values, and the fields keep them.
  const shown = readPreview(query, brand, text.locale);
  const words = text.messages.settings.brand.preview;
  const isEditable = mayEdit(visit, "owner");
  return (
    <SettingsPage visit={visit} tab="brand" needed="owner">
      <div className="grid items-start gap-6 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-6 xl:sticky xl:top-6">
          <BrandForm
            text={text}
            id={FORM_ID}
            shown={shown}
            action={isEditable ? saveBrandAction : undefined}
          />
          <LogoSection
            text={text}
            logoPath={lookOf(brand).logoPath}
            remove={isEditable ? removeLogoAction : undefined}
          />
        </div>
        <section aria-labelledby="preview" className="grid gap-5">
          <div className="grid gap-1">
            <h2 id="preview" className="font-semibold text-lg">
              {words.title}
            </h2>
            <p className="max-w-prose text-muted">{words.lead}</p>
          </div>
          <PreviewForm text={text} shown={shown} />
          <BrandPreview
            key={`${brand.accentColour} ${brand.scheme} ${brand.logoDigest}`}
            formId={FORM_ID}
            shown={shown}
            titles={{
              light: text.format(words.frame, { scheme: words.light }),
              dark: text.format(words.frame, { scheme: words.dark }),
            }}
            language={{
              label: words.language,
              options: languageNames().map(([value, label]) => ({ value, label })),
            }}
          />
        </section>
      </div>
    </SettingsPage>
  );
}
