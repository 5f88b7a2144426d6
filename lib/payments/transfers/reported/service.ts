import type {
  ReportedCounts,
  ReportedTransfer,
  TransferOwner,
} from "#lib/payments/transfers/transfer.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { businessDaysBefore } from "./business-days.ts";
import * as repository from "./repository.ts";

// SEPA: the next business day (PSD2, article 83), on paper the second.
const OVERDUE_AFTER_DAYS = 3;

const PAGE_LENGTH = 25;

export function createReportedTransfers({ db, clock }: { db: Database; clock: Clock }) {
  const due = () => businessDaysBefore(clock.now(), OVERDUE_AFTER_DAYS);

  return {
    /** The 25 that wait longest. */
    async list(owner: TransferOwner): Promise<ReportedCounts & { transfers: ReportedTransfer[] }> {
      const before = due();
      const [rows, counts] = await Promise.all([
        repository.list(db, owner, PAGE_LENGTH),
        repository.countReported(db, owner, before),
      ]);
      const transfers = rows.map((row) => ({ ...row, isOverdue: row.reportedAt < before }));
      return { ...counts, transfers };
    },

    count: (owner: TransferOwner): Promise<ReportedCounts> =>
      repository.countReported(db, owner, due()),

    /** Of all accounts. */
    listOverdue: () => repository.listOverdue(db, due()),
  };
}
