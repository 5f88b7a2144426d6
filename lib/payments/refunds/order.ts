import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { encodeEpc, testEpc } from "#lib/platform/values/epc.ts";
import { openAccount, type PayerAccount, refundContext } from "./account.ts";
import { findOwn, type RefundKey } from "./moves.ts";
import {
  type Refund,
  type RefundDeps,
  type RefundOrder,
  refundEndToEndId,
  refundReference,
} from "./refund.ts";

/** SEPA's value for an unknown name, which orders can't leave out. */
export const NO_NAME = "NOTPROVIDED";

/** To send the money by hand. `undefined` while the account is unknown, and once it is deleted. */
export async function revealOrder(
  { db, clock, seal }: Pick<RefundDeps, "db" | "clock" | "seal">,
  key: RefundKey,
  actor: Actor,
): Promise<RefundOrder | undefined> {
  const refund = await findOwn(db, key);
  const { id, accountId, sealedAccount } = refund;
  if (sealedAccount === null) return undefined;
  const action = "refund.account_shown";
  await recordAudit(db, clock.now(), { accountId, actor, action, target: id });
  const account = openAccount(seal, sealedAccount, refundContext(id));
  return {
    account,
    reference: refundReference(id),
    endToEndId: refundEndToEndId(id),
    code: codeOf(refund, account),
  };
}

/** Names the payer only in live mode. */
export function codeOf(
  { id, mode, amount, currency }: Refund,
  account: PayerAccount,
): string | null {
  if (currency !== "EUR") return null;
  const reference = refundReference(id);
  if (mode === "test") return testEpc(reference);
  const { iban, name } = account;
  return encodeEpc({ name: name ?? NO_NAME, iban, amount, reference }) ?? null;
}
