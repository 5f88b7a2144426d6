import type { Metadata } from "next";
import { AppFrame } from "#components/sandbox/app/app-frame.tsx";
import { CoffeeApp } from "#components/sandbox/app/coffee-app.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { fromDecimalString } from "#lib/platform/values/money.ts";
import { APP_CURRENCY, APP_SCHEME, DRINKS } from "#lib/sandbox/app/drinks.ts";
import { logInAction } from "./actions.ts";
import { openApp, type Query } from "./open-app.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.app.logIn.tab } };
}

export default async function AppPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { baseUrl, text } = await openApp(await searchParams);
  const words = text.messages.app;
  const drinks = DRINKS.map(({ id, price }) => ({
    id,
    price,
    name: words.drinks[id],
    shownPrice: text.amount(fromDecimalString(price, APP_CURRENCY) ?? 0, APP_CURRENCY),
  }));
  return (
    <AppFrame words={words}>
      <noscript>{words.noScript}</noscript>
      <CoffeeApp
        words={words}
        drinks={drinks}
        baseUrl={baseUrl}
        urlScheme={APP_SCHEME}
        logIn={logInAction}
      />
    </AppFrame>
  );
}
