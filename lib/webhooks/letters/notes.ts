import type { MemberService } from "#lib/identity/members/service.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type {
  ReportedCounts,
  ReportedTransfer,
  TransferOwner,
} from "#lib/payments/transfers/transfer.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import type { Mail } from "#lib/platform/mail/mail.ts";
import type { NoteKind } from "#lib/webhooks/model/letter.ts";
import * as items from "./items.sql.ts";
import type { Letter } from "./letter.ts";
import { countOf, type NotedItem, noteMail } from "./note-mail.ts";
import type { Skipped } from "./sending.ts";
import * as switches from "./switches.sql.ts";

const LISTED = 10;

export type NoteDeps = {
  db: Database;
  accounts: Pick<AccountService, "find">;
  members: Pick<MemberService, "list">;
  reportedTransfers: {
    list(owner: TransferOwner): Promise<ReportedCounts & { transfers: ReportedTransfer[] }>;
  };
  consoleUrl: string;
};

/** `path`: of the page about it. */
type Content = { totals: items.NoteTotal[]; listed: NotedItem[]; path: string; count?: number };

/** As things are now: a member may have left or switched it off, and money may have come. */
export async function writeNote(
  deps: NoteDeps,
  letter: Letter & { kind: NoteKind },
): Promise<Mail | Skipped> {
  const { db, accounts, members, consoleUrl } = deps;
  const { accountId, mode, kind, recipient } = letter;
  const account = await accounts.find(accountId);
  const reader = (await members.list(accountId)).find(({ userId }) => userId === recipient);
  const isWanted = (await switches.listReaders(db, letter, kind)).includes(recipient);
  if (!account || !reader || !isWanted) return { skip: "switched_off" };
  const content = await CONTENTS[kind](deps, letter);
  if (content.totals.length === 0) return { skip: "nothing_left" };
  const { totals, listed, path, count = countOf(totals) } = content;
  const query = mode === "live" ? "?mode=live" : "";
  return noteMail({
    email: reader.email,
    text: createMerchantText(),
    accountName: account.name,
    mode,
    kind,
    totals,
    count,
    listed,
    link: `${consoleUrl}${path}${query}`,
    settingsUrl: `${consoleUrl}/settings/emails${query}`,
  });
}

const CONTENTS: Record<NoteKind, (deps: NoteDeps, letter: Letter) => Promise<Content>> = {
  payments,
  refunds,
  refund_problems: refunds,
  overdue,
};

async function payments({ db }: NoteDeps, letter: Letter): Promise<Content> {
  const totals = await items.totalPayments(db, letter);
  const rows = await items.listPayments(db, letter, LISTED);
  const listed = rows.map(({ externalId: order, amount, currency }) => ({
    order,
    amount,
    currency,
  }));
  const [only] = rows;
  return { totals, listed, path: only && rows.length === 1 ? `/payments/${only.id}` : "/payments" };
}

async function refunds({ db }: NoteDeps, letter: Letter): Promise<Content> {
  const { refund_problems: words } = createMerchantText().messages.letters.mail;
  const totals = await items.totalRefunds(db, letter);
  const rows = await items.listRefunds(db, letter, LISTED);
  const listed = rows.map(({ externalId: order, amount, currency, failureReason }) => ({
    order,
    amount,
    currency,
    note:
      letter.kind === "refund_problems"
        ? failureReason === "refused"
          ? words.refused
          : words.returned
        : undefined,
  }));
  const [only] = rows;
  const path = only && rows.length === 1 ? `/payments/${only.transactionId}` : "/refunds";
  return { totals, listed, path };
}

async function overdue({ reportedTransfers }: NoteDeps, letter: Letter): Promise<Content> {
  const text = createMerchantText();
  const words = text.messages.letters.mail.overdue;
  const { transfers, overdue: count } = await reportedTransfers.list(letter);
  const late = transfers.filter(({ isOverdue }) => isOverdue);
  const totals = new Map<string, items.NoteTotal>();
  for (const { currency, amount } of late) {
    const known = totals.get(currency) ?? { currency, count: 0, amount: 0 };
    totals.set(currency, { currency, count: known.count + 1, amount: known.amount + amount });
  }
  const listed = late
    .slice(0, LISTED)
    .map(({ externalId: order, amount, currency, reportedAt }) => ({
      order,
      amount,
      currency,
      note: text.format(words.reported, { day: text.date(reportedAt.toISOString()) }),
    }));
  return { totals: [...totals.values()], listed, path: "/payments/transfers", count };
}
