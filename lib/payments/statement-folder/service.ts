import { join } from "node:path";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { RefusedFile } from "#lib/payments/model/kinds.ts";
import type { ImportResult, StatementFile } from "#lib/payments/transfers/importer.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import { invalidField, isAppError } from "#lib/platform/failures/errors.ts";
import { merchant } from "#lib/platform/i18n/messages/en.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import { maskIbansIn } from "#lib/platform/values/iban.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import { keep, listFiles, listFolders, type Place, readWhole, type WaitingFile } from "./files.ts";

export type StatementFolderDeps = {
  root: string;
  clock: Clock;
  logger: Pick<Logger, "info" | "warn" | "error">;
  accounts: Pick<AccountService, "find">;
  importFile: (
    owner: TransferOwner,
    file: StatementFile,
    actor: Actor,
  ) => Promise<Pick<ImportResult, "importId" | "known" | "files">>;
};

/** A file is read once it has not changed for so long. */
export const QUIET_MS = 10_000;

/** An upload that pauses looks like a damaged file. */
export const REFUSED_AFTER_MS = 5 * 60_000;

const AT_ONCE = 20;
const RUN_MS = 60_000;
const BACK_OFF_MS = 60_000;
const MAX_BACK_OFF_MS = 60 * 60_000;

type Result = { place: Place; reason?: string };

/** `result`: what remains is to move it. */
type Seen = {
  version: string;
  since: number;
  nextAt: number;
  failures: number;
  result?: Result | undefined;
};

type Context = StatementFolderDeps & { seen: Map<string, Seen>; troubles: Map<string, string> };

/**
 * Reads the files in `root/<account id>` (live) and `root/<account id>-test`, then moves them to `done` or `refused` there. Polls, as
 * network and container mounts report no changes. Safe to kill anywhere, and in several processes: a file that was read but not
 * moved counts as repeated.
 */
export function createStatementFolder(deps: StatementFolderDeps) {
  const context: Context = { ...deps, seen: new Map(), troubles: new Map() };
  return {
    /** At most 20 files. Never throws: troubles are logged once. */
    async readDue(): Promise<number> {
      const { root } = deps;
      const folders = await orTrouble(context, root, () => listFolders(root));
      const files: (WaitingFile & { owner: TransferOwner })[] = [];
      for (const name of folders ?? []) {
        const folder = join(root, name);
        const owner = ownerOf(name);
        if (!owner) report(context, folder, "the folder is not named after an account");
        else {
          const listed = await orTrouble(context, folder, () => listFiles(folder));
          files.push(...(listed ?? []).map((file) => ({ ...file, owner })));
        }
      }
      forget(context, new Set(files.map(pathOf)));
      let read = 0;
      const until = deps.clock.now().getTime() + RUN_MS;
      for (const { owner, ...file } of files.filter((each) => isDue(context, each))) {
        if (read === AT_ONCE || deps.clock.now().getTime() > until) break;
        read += 1;
        await orTrouble(context, pathOf(file), () => take(context, owner, file));
      }
      return read;
    },
  };
}

const pathOf = ({ folder, name }: WaitingFile) => join(folder, name);

function ownerOf(folder: string): TransferOwner | undefined {
  const [, accountId = "", test] = /^(.*?)(-test)?$/s.exec(folder) ?? [];
  if (!idPattern("acct").test(accountId)) return undefined;
  return { accountId, mode: test === undefined ? "live" : "test" };
}

function isDue({ seen, clock }: Context, file: WaitingFile): boolean {
  const now = clock.now().getTime();
  const known = seen.get(pathOf(file));
  if (known?.version === file.version) return now >= known.nextAt;
  const { version } = file;
  seen.set(pathOf(file), { version, since: now, nextAt: now + QUIET_MS, failures: 0 });
  return false;
}

function forget({ seen, troubles }: Context, present: Set<string>): void {
  for (const path of seen.keys()) {
    if (present.has(path)) continue;
    seen.delete(path);
    troubles.delete(path);
  }
}

async function take(context: Context, owner: TransferOwner, file: WaitingFile): Promise<void> {
  const { clock, logger } = context;
  const seen = context.seen.get(pathOf(file));
  if (!seen) return;
  seen.result ??= await importOnce(context, owner, file, seen);
  if (!seen.result) return;
  const { place, reason } = seen.result;
  const now = clock.now();
  delayed(context, seen);
  const kept = await keep(file, place, {
    now,
    ...(reason !== undefined && { reason: `${now.toISOString()}\n${reason}\n` }),
  });
  context.seen.delete(pathOf(file));
  if (!kept.isMoved || place === "done") return;
  const fields = {
    alert: "statement_refused",
    ...owner,
    // Banks name files after the account.
    fileName: maskIbansIn(kept.as),
    reason: maskIbansIn(reason ?? ""),
  };
  logger.error(fields, "a file in the folder of statements was refused");
}

/** `undefined` if it is to be tried again. */
async function importOnce(
  context: Context,
  owner: TransferOwner,
  file: WaitingFile,
  seen: Seen,
): Promise<Result | undefined> {
  const { accounts, clock, logger, importFile } = context;
  delayed(context, seen);
  if (!(await accounts.find(owner.accountId))) {
    report(context, `${file.folder}/`, "the folder is named after an unknown account");
    return undefined;
  }
  try {
    if (file.size > MAX_STATEMENT_BYTES) throw invalidField("file", "statement_too_large");
    const bytes = await readWhole(file);
    if (!bytes) {
      context.seen.delete(pathOf(file));
      return undefined;
    }
    const { importId, known, files } = await importFile(
      owner,
      { name: file.name, bytes },
      "system",
    );
    logger.info({ ...owner, importId, known }, "a file in the folder of statements was read");
    const refused = files.filter((each) => "problem" in each);
    return refused.length === 0 ? { place: "done" } : refusal(context, seen, reasonFor(refused));
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === "too_many_requests") {
      seen.nextAt = clock.now().getTime() + (error.retryAfterSeconds ?? 60) * 1_000;
      seen.failures = 0;
      return undefined;
    }
    if (error.code !== "invalid_request") throw error;
    return refusal(context, seen, sentenceFor(error.fields?.[0]?.message));
  }
}

/** `undefined` while it may be unfinished. */
function refusal({ clock }: Context, seen: Seen, reason: string): Result | undefined {
  if (clock.now().getTime() >= seen.since + REFUSED_AFTER_MS) return { place: "refused", reason };
  seen.nextAt = seen.since + REFUSED_AFTER_MS;
  return undefined;
}

function reasonFor(refused: RefusedFile[]): string {
  const each = refused.map(({ name, problem }) => `${name}: ${sentenceFor(problem)}`);
  return [...each, "Everything else in this file was read."].join("\n");
}

function delayed({ clock }: Context, seen: Seen): void {
  const pause = Math.min(BACK_OFF_MS * 2 ** seen.failures, MAX_BACK_OFF_MS);
  seen.failures += 1;
  seen.nextAt = clock.now().getTime() + pause;
}

function sentenceFor(code = "statement_unreadable"): string {
  const sentences: Record<string, string> = merchant.console.fields;
  return `${sentences[code] ?? "This file can't be read."} (${code})`;
}

async function orTrouble<T>(
  context: Context,
  path: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const result = await work();
    context.troubles.delete(path);
    return result;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    report(context, path, `the folder of statements has a problem: ${code ?? "error"}`, error);
    return undefined;
  }
}

/** Once, until the path works again or has another problem. */
function report({ troubles, logger }: Context, path: string, text: string, err?: unknown): void {
  if (troubles.get(path) === text) return;
  troubles.set(path, text);
  const fields = { alert: "statements_folder", path: maskIbansIn(path) };
  logger.error({ ...fields, ...(err !== undefined && { err: maskedError(err) }) }, text);
}

/** Errors of the file system quote paths. */
function maskedError(error: unknown): unknown {
  if (error instanceof Error) {
    error.message = maskIbansIn(error.message);
    error.stack = maskIbansIn(error.stack ?? "");
  }
  return error;
}
