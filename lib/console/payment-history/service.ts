import type { BankDirectory } from "#lib/banks/connector.ts";
import { createKnownPayers } from "#lib/payments/payers/known-payers.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Mode } from "#lib/platform/mode.ts";
import { csvHead, toCsv } from "./csv.ts";
import { isFiltered, type PaymentFilter } from "./filter.ts";
import { createPaymentHistory } from "./history/service.ts";
import type { ListedPayment, PaymentOwner, PaymentPlace } from "./payment.ts";
import * as repository from "./repository.ts";

const PAGE_SIZE = 25;
// A page is written at once: 12 ms with the largest metadata.
const EXPORT_PAGE_SIZE = 100;

type Deps = {
  db: Database;
  clock: Clock;
  banks: Pick<BankDirectory, "banksFor">;
  seal: Seal;
};

export function createPaymentService({ db, clock, banks, seal }: Deps) {
  async function bankNames(mode: Mode): Promise<Record<string, string>> {
    return Object.fromEntries((await banks.banksFor(mode)).map(({ id, name }) => [id, name]));
  }

  const knowPayer = createKnownPayers({ db, clock, seal });
  const history = createPaymentHistory({ db, knowPayer, bankNames });

  return {
    /**
     * In either mode.
     * @throws AppError `not_found`
     */
    get: history.get,

    /** @throws AppError `not_found` */
    revisionOf: history.revision,

    bankNames,

    /** Newest first; `next` is the `before` of the next page. */
    async list(
      place: PaymentPlace,
      limit = PAGE_SIZE,
    ): Promise<{ payments: ListedPayment[]; next: string | undefined }> {
      const rows = await repository.list(db, place, limit + 1);
      const payments = rows.slice(0, limit);
      return { payments, next: rows.length > limit ? payments.at(-1)?.id : undefined };
    },

    revision: (owner: PaymentOwner) => repository.readRevision(db, owner),

    /** Newest first, read as the parts are taken. Writes the audit entry before the first part. */
    async *exportCsv({
      actor,
      pageSize = EXPORT_PAGE_SIZE,
      ...place
    }: PaymentOwner & {
      filter: PaymentFilter;
      actor: Actor;
      pageSize?: number;
    }): AsyncGenerator<string, void> {
      const { accountId, mode, filter } = place;
      const names = await bankNames(mode);
      await db.transaction((tx) =>
        recordAudit(tx, clock.now(), {
          accountId,
          actor,
          action: "transactions.exported",
          target: accountId,
          details: { mode, filtered: isFiltered(filter) },
        }),
      );
      let before: string | undefined;
      let head = csvHead();
      for (;;) {
        const rows = await repository.listToExport(db, { ...place, before }, pageSize);
        yield head + toCsv(rows, (bankId) => names[bankId] ?? bankId);
        head = "";
        before = rows.at(-1)?.id;
        if (rows.length < pageSize) return;
      }
    },
  };
}
