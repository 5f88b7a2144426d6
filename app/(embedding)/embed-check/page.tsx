import type { Metadata } from "next";
import { CheckForm } from "#components/embedding/check-form.tsx";
import { Findings } from "#components/embedding/findings.tsx";
import { ServedHeaders } from "#components/embedding/served-headers.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageShell } from "#components/ui/page-shell.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { diagnose } from "#lib/embedding/doctor.ts";
import { EMBED_PROBE } from "#lib/next/security-headers.ts";
import { merchantText } from "#lib/next/text.ts";
import { getServices } from "#lib/services.ts";
import { askPayment, type Query, readTyped } from "./asked.ts";

type Props = { searchParams: Promise<Query> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await merchantText()).messages.embedCheck.tab };
}

/** Finds out why a checkout does not show in a merchant's page. Asked by a form that is an address: nothing is kept. */
export default async function EmbedCheckPage({ searchParams }: Props) {
  const typed = readTyped(await searchParams);
  const isAsked = Object.values(typed).some((value) => value !== "");
  const text = await merchantText();
  const { env } = await getServices();
  const payment = await askPayment(typed.reference);
  const site = {
    checkoutUrl: env.CHECKOUT_URL,
    scriptUrl: new URL("/embed.js", env.PUBLIC_URL).href,
  };
  const probe = new URL(EMBED_PROBE, env.PUBLIC_URL).href;
  const served =
    typeof payment === "string"
      ? probe
      : `${env.CHECKOUT_URL}?${new URLSearchParams({ reference: typed.reference })}`;
  const words = text.messages.embedCheck;
  return (
    <PageShell width="regular">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      {isAsked && <Findings text={text} findings={diagnose({ ...typed, payment }, site)} />}
      <Card labelledBy="served">
        <div className="grid gap-4">
          <h2 id="served" className="font-semibold text-lg">
            {words.served.title}
          </h2>
          <ServedHeaders address={served} words={{ ...words.served, ...copying(words) }} />
        </div>
      </Card>
      <Card>
        <CheckForm text={text} typed={typed} probe={probe} />
      </Card>
    </PageShell>
  );
}

function copying({ copy, copied }: { copy: string; copied: string }) {
  return { copy, copied };
}
