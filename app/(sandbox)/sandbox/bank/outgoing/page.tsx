import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { OutgoingForm } from "#components/sandbox/bank/outgoing-form.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { type Query, single } from "../open-payment.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.bank.outgoing.tab } };
}

/** A merchant's online banking, for files of refunds. */
export default async function OutgoingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) notFound();
  const [text, query] = await Promise.all([merchantText(), searchParams]);
  const words = text.messages.bank.outgoing;
  return (
    <BankFrame text={text}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <OutgoingForm
        words={words}
        problem={single(query["problem"])}
        action="/sandbox/bank/outgoing/file"
      />
    </BankFrame>
  );
}
