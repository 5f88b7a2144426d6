import { toDecimalString } from "#lib/platform/values/money.ts";
import { makeStatement, withEndToEndId } from "#lib/testing/statements.ts";
import type { LedgerPayment } from "./ledger-bank.ts";
import type { World } from "./world.ts";

export const FILE_KINDS = ["camt.053", "camt.054"] as const;
type FileKind = (typeof FILE_KINDS)[number];

export const ownerOf = ({ apiKey: { accountId, mode } }: World) => ({ accountId, mode });

export const debitedIn = ({ bank }: World) =>
  bank.payments().filter(({ debited }) => debited !== undefined);

/** The payee's bank reports the money, as often as it is asked to. Banks change the case of ids. */
export async function report(world: World, payments: LedgerPayment[], kind: FileKind) {
  const entries = payments.map(({ id, order, debited = 0 }) => ({
    amount: toDecimalString(debited, order.currency),
    bankRef: `${kind} ${id}`,
    details: [
      withEndToEndId(kind === "camt.054" ? order.endToEndId.toLowerCase() : order.endToEndId),
    ],
  }));
  for (const { id } of payments) world.arrived.add(id);
  const file = { name: "money.xml", bytes: Buffer.from(makeStatement({ kind, entries })) };
  await world.services.transfers.importFile(ownerOf(world), file, "operator");
  for (const { id } of payments) world.reported.add(id);
}
