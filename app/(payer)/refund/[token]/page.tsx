import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { RefundForm } from "#components/payer/refund-form.tsx";
import { TopLine } from "#components/ui/banner.tsx";
import { lookUpNamed } from "#lib/next/request/guesses.ts";
import { requestText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { TranslatedPage } from "../../../translated-page.tsx";
import { giveAccountAction } from "./actions.ts";

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const find = cache(async (token: string) => {
  const { refunds, limits } = await getServices();
  return lookUpNamed(limits, await headers(), () => refunds.readLink(token));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { token } = await params;
  const [refund, text] = await Promise.all([find(token), requestText()]);
  const words = text.messages.refund;
  if (!refund) return { title: words.overTitle };
  return { title: text.format(words.tab, { payee: refund.payeeName }) };
}

/** Where the payer enters the account for a refund. */
export default async function RefundPage({ params, searchParams }: Props) {
  const { token } = await params;
  const [refund, text, query] = await Promise.all([find(token), requestText(), searchParams]);
  const words = text.messages.refund;
  if (!refund || refund.state === "over") {
    return <TranslatedPage title={words.overTitle} lead={words.overLead} text={text} />;
  }
  const values = {
    payee: refund.payeeName,
    amount: text.amount(refund.amount, refund.currency),
  };
  const top = refund.mode === "test" && <TopLine>{text.messages.common.testMode}</TopLine>;
  if (refund.state === "done") {
    const lead = text.format(words.doneLead, values);
    return <TranslatedPage title={words.doneTitle} lead={lead} text={text} top={top} />;
  }
  const lead = text.format(words.lead, values);
  return (
    <TranslatedPage title={words.title} lead={lead} text={text} top={top}>
      <RefundForm
        text={text}
        token={token}
        wrong={`${query["wrong"] ?? ""}`.split(".")}
        action={giveAccountAction}
      />
    </TranslatedPage>
  );
}
