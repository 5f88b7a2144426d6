import type { Metadata } from "next";
import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.bank.missing.tab } };
}

export default async function BankNotFound() {
  const text = await merchantText();
  const words = text.messages.bank.missing;
  return (
    <BankFrame text={text}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
    </BankFrame>
  );
}
