import { AccessibilityContent } from "#components/information/accessibility-content.tsx";
import { InformationContent } from "#components/information/information-content.tsx";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { operatorOf } from "#lib/platform/configuration/operator.ts";
import { InformationPage } from "../../(information)/information-page.tsx";
import { AgainContent, againWords } from "../../(webview)/secure/again/again-content.tsx";
import { NotFoundLinks, notFoundWords } from "../../not-found-content.tsx";
import { TranslatedPage } from "../../translated-page.tsx";
import { CHECKOUT_FIXTURES } from "./checkout-fixtures.tsx";
import type { Fixture } from "./fixture.ts";
import { PAYER_FIXTURES, WEBVIEW_FIXTURES } from "./payer-fixtures.tsx";

const notFound =
  (unknown: string | null): Fixture =>
  (text) => {
    const words = notFoundWords(unknown, text);
    const { tab, title, lead } = words;
    return {
      title: tab,
      page: (
        <TranslatedPage title={title} lead={lead} text={text}>
          <NotFoundLinks words={words} />
        </TranslatedPage>
      ),
    };
  };

const again =
  (problem: string): Fixture =>
  (text) => {
    const words = againWords(problem, text);
    return { title: words.title, page: <AgainContent words={words} text={text} /> };
  };

const altered: Fixture = (text) => {
  const { tab, title, lead } = text.messages.payer.altered;
  return { title: tab, page: <TranslatedPage title={title} lead={lead} text={text} /> };
};

const information: Fixture = (text) => {
  const { title, lead } = text.messages.information;
  const operator = operatorOf(loadEnv());
  return {
    title,
    page: (
      <InformationPage text={text} title={title} lead={lead} reference={undefined}>
        <InformationContent text={text} operator={operator} isTest reference={undefined} />
      </InformationPage>
    ),
  };
};

const accessibility: Fixture = (text) => {
  const { title, lead } = text.messages.information.accessibility;
  const email = operatorOf(loadEnv())?.email;
  return {
    title,
    page: (
      <InformationPage text={text} title={title} lead={lead} reference={undefined}>
        <AccessibilityContent text={text} email={email} />
      </InformationPage>
    ),
  };
};

/** Shopper screens by the name of their state in `e2e/states`. */
export const FIXTURES: Record<string, Fixture> = {
  ...CHECKOUT_FIXTURES,
  ...PAYER_FIXTURES,
  ...WEBVIEW_FIXTURES,
  unknown: notFound("checkout"),
  "payer-unknown": notFound("payer"),
  "refused-frame": notFound("frame"),
  nowhere: notFound(null),
  information,
  accessibility,
  "payer-altered": altered,
  "payer-again": again("return_address_refused"),
  "again-used": again("link_used"),
  "again-not-valid": again("link_not_valid"),
  "again-session": again("session_missing"),
  "again-cookies": again("cookies_blocked"),
  "again-unavailable": again("unavailable"),
};

/** `undefined` for an unknown state, and when the gallery is off. */
export function findFixture(state: string): Fixture | undefined {
  return loadEnv().GALLERY && Object.hasOwn(FIXTURES, state) ? FIXTURES[state] : undefined;
}
