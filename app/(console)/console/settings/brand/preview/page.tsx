import { BrandStyle } from "#components/checkout/brand-style.tsx";
import { sampleView } from "#components/checkout/sample-view.ts";
import { colourOf } from "#components/console/settings/preview-look.ts";
import { PreviewScreens } from "#components/console/settings/preview-screens.tsx";
import { lookOf } from "#lib/merchants/brand/style.ts";
import { requireVisit } from "#lib/next/console/console-session.ts";
import { requestNonce } from "#lib/next/request/nonce.ts";
import { merchantText, shopperText, titleOf } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import type { PageQuery } from "../../../mode.ts";

type Props = { searchParams: Promise<PageQuery> };

export const generateMetadata = titleOf((words) => words.settings.brand.preview.tab);

/** Query: `accent`, `scheme`, `auto` (the shopper's device decides) and `lang` (the shopper's language). */
export default async function BrandPreviewPage({ searchParams }: Props) {
  const { account } = await requireVisit();
  const { accounts, brands, env } = await getServices();
  const [query, text, brand, payees, nonce] = await Promise.all([
    searchParams,
    merchantText(),
    brands.find(account.id),
    accounts.payeeOverview(account.id),
    requestNonce(),
  ]);
  const scheme = query["scheme"] === "dark" ? "dark" : "light";
  const accentColour = colourOf(query["accent"]) ?? null;
  const chosen = query["auto"] === "1" ? "auto" : scheme;
  const look = lookOf({ accentColour, scheme: chosen, logoDigest: brand.logoDigest }, scheme);
  const now = new Date();
  const view = sampleView({
    accountId: account.id,
    payee: payees.primary?.name ?? account.name,
    externalId: text.messages.settings.brand.preview.externalId,
    payerAppUrl: env.PAYER_APP_URL,
    now,
  });
  return (
    <>
      <BrandStyle css={look.css} nonce={nonce} />
      <PreviewScreens
        text={shopperText(query["lang"])}
        view={view}
        finishedAt={now.toISOString()}
        logoPath={look.logoPath}
      />
    </>
  );
}
