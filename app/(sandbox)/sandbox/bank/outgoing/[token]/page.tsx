import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { LedgerList } from "#components/sandbox/bank/ledger-list.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { OUTGOING_DOCUMENTS } from "#lib/sandbox/bank/outgoing-documents.ts";
import { openFile } from "../open-file.ts";

type Props = { params: Promise<{ token: string }> };

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.bank.outgoing.tab } };
}

/** What a merchant's file ordered, and what the bank writes about it. */
export default async function OutgoingFilePage({ params }: Props) {
  const { token } = await params;
  const orders = await openFile(token);
  if (!orders) notFound();
  const text = await merchantText();
  const words = text.messages.bank.outgoing;
  const { ledger } = text.messages.bank;
  return (
    <BankFrame text={text}>
      <PageTitle lead={words.doneLead}>{words.doneTitle}</PageTitle>
      <ul className="grid gap-2">
        {OUTGOING_DOCUMENTS.map((document) => (
          <li key={document}>
            <a className="link" href={`/sandbox/bank/outgoing/${token}/${document}`} download>
              {words.documents[document]}
            </a>
          </li>
        ))}
      </ul>
      <LedgerList
        id="orders"
        title={words.orders}
        empty={words.none}
        entries={orders.map((order) => ({
          id: order.id,
          title: order.creditorName,
          amount: text.amount(order.amount, order.currency),
          at: text.dateTime(order.createdAt.toISOString()),
          facts: [
            { label: ledger.from, value: maskIban(order.debtorIban ?? ""), figures: true },
            { label: ledger.to, value: maskIban(order.creditorIban), figures: true },
            { label: ledger.endToEndId, value: order.endToEndId, figures: true },
          ],
        }))}
      />
    </BankFrame>
  );
}
