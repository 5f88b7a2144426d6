import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import type { Account } from "./account.ts";
import { MAX_NAME_LENGTH, parseAppSchemes, parseOrigins, parsePayee } from "./fields.ts";
import * as repository from "./repository.ts";

/** @throws AppError `invalid_request` */
export function parseCompanyName(text: string, path = "name"): string {
  const name = text.trim();
  if (isPrintable(name, MAX_NAME_LENGTH)) return name;
  throw invalidField(path, "company_needed");
}

/** @throws AppError `invalid_request` (name) */
export async function openAccount(
  clock: Clock,
  tx: Database,
  input: { name: string },
  actor: Actor,
): Promise<string> {
  return insert(tx, { name: parseCompanyName(input.name), createdAt: clock.now() }, actor);
}

async function insert(
  tx: Database,
  values: Pick<Account, "name" | "createdAt"> & Partial<Account>,
  actor: Actor,
): Promise<string> {
  const id = newId("acct");
  await repository.insert(tx, {
    id,
    embedOrigins: [],
    appSchemes: [],
    emailWhitelisted: false,
    payerVerification: "on",
    announcesCreations: false,
    deliverOn: "succeeded",
    defaultSuccessUrl: null,
    defaultFailureUrl: null,
    retentionDays: null,
    returnDelaySeconds: null,
    takesTransfers: false,
    closedAt: null,
    ...values,
  });
  const entry = { accountId: id, actor, action: "account.created", target: id } as const;
  await recordAudit(tx, values.createdAt, entry);
  return id;
}

export type NewAccount = {
  name: string;
  iban: string;
  embedOrigins?: string[];
  appSchemes?: string[];
  actor?: Actor;
};

/**
 * The payee counts as confirmed.
 * @throws AppError `invalid_request` (name, IBAN, origin, scheme)
 */
export async function createAccount(
  { db, clock }: { db: Database; clock: Clock },
  input: NewAccount,
): Promise<string> {
  const { iban, name } = parsePayee(input);
  const embedOrigins = parseOrigins(input.embedOrigins ?? []);
  const appSchemes = parseAppSchemes(input.appSchemes ?? []);
  const createdAt = clock.now();
  return db.transaction(async (tx) => {
    const values = { name, embedOrigins, appSchemes, createdAt };
    const accountId = await insert(tx, values, input.actor ?? "operator");
    await repository.insertPayee(tx, {
      id: newId("payee"),
      accountId,
      iban,
      name,
      isPrimary: true,
      confirmedAt: createdAt,
      createdAt,
    });
    return accountId;
  });
}
