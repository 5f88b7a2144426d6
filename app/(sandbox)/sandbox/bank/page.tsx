import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BankFrame } from "#components/sandbox/bank/bank-frame.tsx";
import { type LedgerEntry, LedgerList } from "#components/sandbox/bank/ledger-list.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { isBehaviour } from "#lib/banks/sandbox/behaviours.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { readDecidedPayments } from "#lib/next/sandbox/sandbox-bank-session.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { maskIban } from "#lib/platform/values/iban.ts";
import { getServices, type Services } from "#lib/services/index.ts";

type Ledger = Awaited<ReturnType<Services["sandboxBank"]["ledger"]>>;

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.bank.ledger.tab } };
}

export default async function LedgerPage() {
  const { sandboxBank, sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) notFound();
  // All merchants share this bank and the page is public, so only payments this browser decided on are shown.
  const { payments, bookings } = await sandboxBank.ledger(await readDecidedPayments());
  const text = await merchantText();
  const words = text.messages.bank.ledger;
  return (
    <BankFrame text={text} width="wide">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <p>
        <a className="link" href="/sandbox/bank/outgoing">
          {text.messages.bank.outgoing.link}
        </a>
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        <LedgerList
          id="payments"
          title={words.payments}
          empty={words.noPayments}
          entries={payments.map((payment) => paymentEntry(text, payment))}
        />
        <LedgerList
          id="bookings"
          title={words.bookings}
          empty={words.noBookings}
          entries={bookings.map((booking) => bookingEntry(text, booking))}
        />
      </div>
    </BankFrame>
  );
}

function paymentEntry(text: MerchantText, payment: Ledger["payments"][number]): LedgerEntry {
  const { ledger: words, behaviours } = text.messages.bank;
  const { statuses } = words;
  const status = Object.hasOwn(statuses, payment.status)
    ? statuses[payment.status as keyof typeof statuses]
    : "";
  const { behaviour } = payment;
  const isTriedOut = isBehaviour(behaviour) && behaviour !== "normal";
  const said = payment.reason === "insufficient_funds" ? words.insufficientFunds : status;
  return {
    id: payment.id,
    title: payment.creditorName,
    amount: text.amount(payment.amount, payment.currency),
    at: text.dateTime(payment.createdAt.toISOString()),
    facts: [
      { label: words.status, value: `${said} (${payment.status})` },
      ...(isTriedOut ? [{ label: words.behaviour, value: behaviours[behaviour].title }] : []),
      { label: words.endToEndId, value: payment.endToEndId, figures: true },
      { label: words.to, value: maskIban(payment.creditorIban), figures: true },
    ],
  };
}

function bookingEntry(text: MerchantText, booking: Ledger["bookings"][number]): LedgerEntry {
  const words = text.messages.bank.ledger;
  return {
    id: booking.id,
    title: text.amount(booking.amount, booking.currency),
    at: text.dateTime(booking.bookedAt.toISOString()),
    facts: [
      { label: words.from, value: maskIban(booking.debtorIban), figures: true },
      { label: words.to, value: maskIban(booking.creditorIban), figures: true },
    ],
  };
}
