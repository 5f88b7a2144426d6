import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { PayeeRow } from "./account.ts";
import { lockOpen } from "./changes.ts";
import { MAX_NAME_LENGTH } from "./fields.ts";
import * as repository from "./repository.ts";

export type PayeeProposal = { accountId: string; iban: string; holder: string };

/** `proposed` waits for confirmation. */
export type PayeeOverview = {
  primary: PayeeRow | undefined;
  proposed: PayeeRow | undefined;
  others: PayeeRow[];
};

/** Without the operator's confirmation, no real money: a stolen password can't redirect payouts. */
export function createPayeeProposals({ db, clock }: { db: Database; clock: Clock }) {
  async function store(tx: Database, wanted: PayeeProposal, actor: Actor): Promise<void> {
    const { accountId, iban, holder } = wanted;
    const known = await repository.listPayees(tx, accountId);
    refuseConfirmed(known, wanted);
    const isFirst = !known.some(({ isPrimary, confirmedAt }) => isPrimary && confirmedAt);
    const same = known.find((row) => row.iban === iban && row.name === holder);
    if (same && same.isPrimary === isFirst) return;
    await repository.deletePayees(tx, unconfirmed(known));
    const id = newId("payee");
    const now = clock.now();
    await repository.insertPayee(tx, {
      id,
      accountId,
      iban,
      name: holder,
      isPrimary: isFirst,
      confirmedAt: null,
      createdAt: now,
    });
    const details = { primary: isFirst };
    await recordAudit(tx, now, { accountId, actor, action: "payee.proposed", target: id, details });
  }

  return {
    /**
     * Replaces unconfirmed IBANs. The first one becomes primary, for test mode only.
     * @throws AppError `invalid_request`, `account_closed`, `not_found`
     */
    async proposePayee(input: PayeeProposal, actor: Actor): Promise<void> {
      const wanted = readProposal(input);
      await db.transaction(async (tx) => {
        await lockOpen(tx, wanted.accountId);
        await store(tx, wanted, actor);
      });
    },

    /** @throws AppError `account_closed` */
    withdrawPayee(accountId: string, actor: Actor): Promise<void> {
      return db.transaction(async (tx) => {
        await lockOpen(tx, accountId);
        const { proposed } = toOverview(await repository.listPayees(tx, accountId));
        if (!proposed) return;
        await repository.deletePayees(tx, [proposed.id]);
        const entry = { accountId, actor, action: "payee.withdrawn", target: proposed.id } as const;
        await recordAudit(tx, clock.now(), entry);
      });
    },

    payeeOverview: async (accountId: string): Promise<PayeeOverview> =>
      toOverview(await repository.listPayees(db, accountId)),
  };
}

function toOverview(rows: PayeeRow[]): PayeeOverview {
  const rest = rows.filter(({ isPrimary }) => !isPrimary);
  return {
    primary: rows.find(({ isPrimary }) => isPrimary),
    proposed: rest.find(({ confirmedAt }) => !confirmedAt),
    others: rest.filter(({ confirmedAt }) => confirmedAt),
  };
}

function unconfirmed(rows: PayeeRow[]): string[] {
  return rows.filter(({ confirmedAt }) => !confirmedAt).map(({ id }) => id);
}

/** Only the operator changes a confirmed IBAN's holder or primary flag. */
function refuseConfirmed(rows: PayeeRow[], { iban }: PayeeProposal): void {
  const confirmed = rows.find((row) => row.iban === iban && row.confirmedAt);
  if (!confirmed) return;
  throw invalidField("iban", confirmed.isPrimary ? "iban_in_use" : "iban_confirmed");
}

function readProposal({ accountId, ...input }: PayeeProposal): PayeeProposal {
  const holder = input.holder.trim();
  const iban = parseIban(input.iban);
  if (!iban) throw invalidField("iban", "iban");
  if (!isPrintable(holder, MAX_NAME_LENGTH)) throw invalidField("holder", "account_holder");
  return { accountId, iban, holder };
}
