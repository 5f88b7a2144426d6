import type { SeenFunds } from "#lib/payments/model/funds.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { accept } from "./acceptance.ts";
import { markFunds, noteReturned } from "./funds.ts";
import { type ImporterDeps, importFile, type StatementFile } from "./importer.ts";
import * as imports from "./imports.sql.ts";
import { createLastAttempt } from "./last-attempt.ts";
import { type Mark, markNotReceived, markReceived } from "./marks.ts";
import { assign, waitForRest } from "./proposals.ts";
import { reportSent, takeBack } from "./reporting.ts";
import * as repository from "./repository.ts";
import { resolve, tryAgain } from "./resolution.ts";
import { bookSeen, findFed, type SeenCredit, type SeenOwner } from "./seen.ts";
import { suggest } from "./suggestions.ts";
import type {
  ImportReport,
  ListedImport,
  OpenTransfer,
  TransferOwner,
  TransferPage,
} from "./transfer.ts";

const PAGE_LENGTH = 25;
const LISTED_IMPORTS = 10;

// More than one file names, unless crafted.
const LISTED_OF_IMPORT = 1000;

export type TransferService = ReturnType<typeof createTransferService>;

/** Never expires once reported, also in a closed account. */
export function createTransferService(deps: ImporterDeps) {
  const { db } = deps;
  const lastAttempt = createLastAttempt(deps);
  return {
    importFile: (owner: TransferOwner, file: StatementFile, actor: Actor) =>
      importFile(deps, owner, file, actor),
    bookSeen: (owner: SeenOwner, credits: SeenCredit[]) => bookSeen(deps, owner, credits),
    find: (accountId: string, id: string) => repository.find(db, accountId, id),
    findFed: (owner: TransferOwner, keys: string[]) => findFed(deps, owner, keys),
    reportSent: (reference: string) => reportSent({ ...deps, lastAttempt }, reference),

    /** Allows reporting until ten minutes after expiry. */
    prepare: lastAttempt.prepare,

    takeBack: (reference: string) => takeBack(deps, reference),
    markReceived: (accountId: string, mark: Mark, actor: Actor) =>
      markReceived(deps, accountId, mark, actor),
    markNotReceived: (accountId: string, id: string, actor: Actor) =>
      markNotReceived(deps, accountId, id, actor),
    accept: (accountId: string, id: string, actor: Actor) => accept(deps, accountId, id, actor),
    tryAgain: (accountId: string, id: string, actor: Actor) => tryAgain(deps, accountId, id, actor),
    waitForRest: (accountId: string, id: string, actor: Actor) =>
      waitForRest(deps, accountId, id, actor),
    assign: (accountId: string, wanted: { id: string; transactionId: string }, actor: Actor) =>
      assign(deps, accountId, wanted, actor),
    resolve: (accountId: string, id: string, text: string, actor: Actor) =>
      resolve(deps, accountId, id, text, actor),
    markFunds: (accountId: string, mark: { id: string; funds: SeenFunds }, actor: Actor) =>
      markFunds(deps, accountId, mark, actor),
    noteReturned: (accountId: string, id: string) => noteReturned(deps, accountId, id),
    unresolved: (owner: TransferOwner) => listUnresolved(deps, owner),
    list: (owner: TransferOwner, before?: string) => list(db, owner, before),

    /** Newest first. */
    imports: (owner: TransferOwner) => listImports(db, owner),

    report: (owner: TransferOwner, importId: string) => findReport(db, owner, importId),
  };
}

async function listUnresolved(
  deps: ImporterDeps,
  owner: TransferOwner,
): Promise<{ transfers: OpenTransfer[]; count: number }> {
  const { db } = deps;
  const place = { ...owner, limit: PAGE_LENGTH };
  const [transfers, count] = await Promise.all([
    repository.list(db, place, "unresolved"),
    repository.countUnresolved(db, owner),
  ]);
  return { transfers: await suggest(deps, owner, transfers), count };
}

/** 25 per page. */
async function list(db: Database, owner: TransferOwner, before?: string): Promise<TransferPage> {
  const rows = await repository.list(db, { ...owner, before, limit: PAGE_LENGTH + 1 }, "all");
  const transfers = rows.slice(0, PAGE_LENGTH);
  return { transfers, next: rows.length > PAGE_LENGTH ? transfers.at(-1)?.id : undefined };
}

async function listImports(db: Database, owner: TransferOwner): Promise<ListedImport[]> {
  const rows = await imports.list(db, owner, LISTED_IMPORTS);
  return Promise.all(
    rows.map(async (row) => ({ ...row, ...(await repository.countOfImport(db, row.id)) })),
  );
}

async function findReport(
  db: Database,
  owner: TransferOwner,
  importId: string,
): Promise<ImportReport | undefined> {
  const file = await imports.find(db, owner, importId);
  if (!file) return undefined;
  const [transfers, counts] = await Promise.all([
    repository.listOfImport(db, importId, LISTED_OF_IMPORT),
    repository.countOfImport(db, importId),
  ]);
  return { file, transfers, ...counts };
}
