import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { LetterOwner } from "./letter.ts";

type Deps = {
  letters: { recordOverdue(owner: LetterOwner, day: string): Promise<number> };
  reportedTransfers: {
    listOverdue(): Promise<{ accountId: string; mode: Mode; lastReportedAt: Date }[]>;
  };
};

/** Members hear once of each transfer that becomes overdue. Returns the number of letters. */
export async function noticeOverdue({ letters, reportedTransfers }: Deps): Promise<number> {
  let added = 0;
  for (const { lastReportedAt, ...owner } of await reportedTransfers.listOverdue()) {
    added += await letters.recordOverdue(owner, lastReportedAt.toISOString().slice(0, 10));
  }
  return added;
}
