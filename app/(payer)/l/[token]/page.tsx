import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { BrandStyle } from "#components/checkout/brand-style.tsx";
import { LinkShell } from "#components/payer/link-shell.tsx";
import { linkScreen } from "#components/payer/link-words.ts";
import { problemText } from "#lib/next/actions/problem.ts";
import { placeMarkup } from "#lib/next/light/markup.ts";
import { shownBrowserIds } from "#lib/next/payer/device-lock.ts";
import { requestNonce } from "#lib/next/request/nonce.ts";
import { requestLanguages, requestText } from "#lib/next/request/text.ts";
import type { OpenedLink } from "#lib/payments/links/link.ts";
import { noteGone } from "#lib/platform/http/request-scope.ts";
import type { Text } from "#lib/platform/i18n/format.ts";
import { getServices } from "#lib/services/index.ts";
import { loadLook } from "../../../checkout/branded-shell.tsx";
import { LinkContent } from "./link-content.tsx";

type Query = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ token: string }>; searchParams: Promise<Query> };

const MAX_EXTERNAL_ID = 128;
const MAX_TYPED = 40;

/** As texts of their own exist for these. */
const PROBLEMS_OF_PAYERS = ["too_many_requests", "cookies_blocked", "unavailable"];
/** The page itself shows them. */
const SHOWN_PROBLEMS = ["payment_link_over", "payment_link_busy"];

const find = cache(async (token: string, externalId: Query[string]) => {
  const { checkout, links } = await getServices();
  const isNamed = typeof externalId === "string" && externalId.length <= MAX_EXTERNAL_ID;
  const visitor = {
    browsers: await shownBrowserIds(),
    externalId: isNamed ? externalId : undefined,
  };
  const link = await links.open(token, visitor);
  const reference = link?.payment?.reference ?? null;
  const view = reference === null ? undefined : await checkout.view(reference, "web");
  return link && { link, isInQuestion: view?.isInQuestion ?? false };
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ token }, query, text] = await Promise.all([params, searchParams, requestText()]);
  const found = await find(token, query["externalId"]);
  if (!found) return { title: text.messages.link.unknown.tab };
  return { title: linkScreen({ ...found, text, now: await currentTime() }).title };
}

/** Where visitors of a payment link pay. Opening it creates nothing. */
export default async function LinkPage({ params, searchParams }: Props) {
  const [{ token }, query, text] = await Promise.all([params, searchParams, requestText()]);
  const found = await find(token, query["externalId"]);
  // `admitPage` leads to the page for unknown links.
  if (!found) notFound();
  const { link } = found;
  const [{ env }, look, nonce, languages, now] = await Promise.all([
    getServices(),
    loadLook(link.accountId),
    requestNonce(),
    requestLanguages(text),
    currentTime(),
  ]);
  const screen = linkScreen({ ...found, text, now });
  if (screen.kind === "over") noteGone();
  return placeMarkup(
    <>
      <BrandStyle css={look.css} nonce={nonce} />
      <LinkShell
        link={screen.kind === "over" ? { ...link, description: null } : link}
        text={text}
        logoPath={look.logoPath}
        languages={languages}
        problem={screen.kind === "pay" ? problemOf(query["problem"], link, text) : undefined}
        showsAmount={screen.kind === "pay"}
      >
        <LinkContent
          link={link}
          screen={screen}
          text={text}
          typed={typedIn(query["typed"])}
          checkoutUrl={env.CHECKOUT_URL}
        />
      </LinkShell>
    </>,
  );
}

const currentTime = cache(async () => (await getServices()).clock.now());

function typedIn(typed: Query[string]): string | undefined {
  return typeof typed === "string" ? typed.slice(0, MAX_TYPED) : undefined;
}

function problemOf(code: Query[string], { payeeName }: OpenedLink, text: Text) {
  if (typeof code !== "string" || SHOWN_PROBLEMS.includes(code)) return undefined;
  if (PROBLEMS_OF_PAYERS.includes(code)) return problemText(code, text);
  return text.format(text.messages.link.refused, { payee: payeeName });
}
