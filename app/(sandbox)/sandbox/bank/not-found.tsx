import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { requestText } from "#lib/next/text.ts";

export default async function BankNotFound() {
  const text = await requestText();
  const words = text.messages.bank.missing;
  return (
    <BankFrame text={text}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
    </BankFrame>
  );
}
