import type { BankConnector } from "#lib/banks/connector.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/logger.ts";
import { createAttemptRepository } from "./repository.ts";

type Deps = {
  db: Database;
  logger: Logger;
  banks: { connectorFor(bankId: string, mode: "test" | "live"): BankConnector | undefined };
};

/** Makes what tells the log of banks that are to be asked about payments but are not in the directory; it answers how many. */
export function createMissingBanksCheck({ db, logger, banks }: Deps) {
  return async function checkMissingBanks(): Promise<number> {
    const asked = await createAttemptRepository(db).listAskedBanks();
    const missing = asked.filter(({ bankId, mode }) => !banks.connectorFor(bankId, mode));
    for (const { bankId, mode, attempts } of missing) {
      logger.error(
        { alert: "bank_missing", bankId, mode, attempts },
        "a bank that knows payments of ours is not configured any more, so that it can't be asked what became of them",
      );
    }
    return missing.length;
  };
}
