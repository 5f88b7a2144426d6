import type { DeliverOn } from "#lib/merchants/model/deliver-on.ts";
import type { PayerVerification } from "#lib/merchants/model/payer-verification.ts";
import type { Actor } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { type Account, DEFAULT_RETURN_DELAY_SECONDS, type PayeeRow } from "./account.ts";
import {
  close,
  confirmPayee,
  holdOpen,
  holdOpenAlone,
  type PayeeConfirmation,
  setAnnouncesCreations,
  setEmailWhitelisted,
} from "./changes.ts";
import { holdTerms } from "./creation-terms.ts";
import { createAccount, type NewAccount, openAccount } from "./open-account.ts";
import { findPayee, payableIbans, primaryPayee } from "./payees.ts";
import { createPayeeProposals } from "./proposals.ts";
import * as repository from "./repository.ts";
import * as settings from "./settings.ts";

export type AccountWithPayees = Account & { payees: PayeeRow[] };

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(deps: { db: Database; clock: Clock }) {
  const { db, clock } = deps;
  const { proposePayee, withdrawPayee, payeeOverview } = createPayeeProposals(deps);
  return {
    setEmailWhitelisted: (accountId: string, isWhitelisted: boolean, actor: Actor = "operator") =>
      setEmailWhitelisted(deps, accountId, isWhitelisted, actor),
    confirmPayee: (input: PayeeConfirmation, actor: Actor = "operator") =>
      confirmPayee(deps, input, actor),
    close: (tx: Database, accountId: string) => close(deps, tx, accountId),
    holdOpen,
    holdOpenAlone,
    setAnnouncesCreations,
    holdTerms,
    ...settingsOf(deps),
    proposePayee,
    withdrawPayee,
    payeeOverview,
    open: (tx: Database, input: { name: string }, actor: Actor) =>
      openAccount(clock, tx, input, actor),
    create: (input: NewAccount) => createAccount(deps, input),

    primaryPayee: (accountId: string, mode: Mode) => primaryPayee(db, accountId, mode),
    findPayee: (accountId: string, iban: string, mode: Mode) =>
      findPayee(db, accountId, iban, mode),
    payableIbans: (accountId: string, mode: Mode) => payableIbans(db, accountId, mode),
    listPayees: (accountId: string) => repository.listPayees(db, accountId),

    appSettings: (accountId: string) => readAppSettings(db, accountId),

    takesTransfers: async (accountId: string) =>
      (await repository.find(db, accountId))?.takesTransfers ?? false,

    deliversOn: async (tx: Database, accountId: string): Promise<DeliverOn> =>
      (await repository.find(tx, accountId))?.deliverOn ?? "succeeded",

    embedOrigins: async (accountId: string) =>
      (await repository.find(db, accountId))?.embedOrigins ?? [],

    returnDelayMs: (accountId: string) => readReturnDelayMs(db, accountId),
    find: (accountId: string) => repository.find(db, accountId),
    list: () => list(db),
  };
}

function settingsOf(deps: Pick<settings.Context, "db" | "clock">) {
  const by = (accountId: string, actor: Actor) => ({ ...deps, accountId, actor });
  return {
    rename: (accountId: string, name: string, actor: Actor) =>
      settings.rename(by(accountId, actor), name),
    addEmbedOrigin: (accountId: string, origin: string, actor: Actor) =>
      settings.addEmbedOrigin(by(accountId, actor), origin),
    removeEmbedOrigin: (accountId: string, origin: string, actor: Actor) =>
      settings.removeEmbedOrigin(by(accountId, actor), origin),
    addAppScheme: (accountId: string, scheme: string, actor: Actor) =>
      settings.addAppScheme(by(accountId, actor), scheme),
    removeAppScheme: (accountId: string, scheme: string, actor: Actor) =>
      settings.removeAppScheme(by(accountId, actor), scheme),
    setDefaultUrls: (accountId: string, urls: settings.DefaultUrls, actor: Actor) =>
      settings.setDefaultUrls(by(accountId, actor), urls),
    setTakesTransfers: (accountId: string, takesTransfers: boolean, actor: Actor) =>
      settings.setTakesTransfers(by(accountId, actor), takesTransfers),
    setDeliverOn: (accountId: string, deliverOn: DeliverOn, actor: Actor) =>
      settings.setDeliverOn(by(accountId, actor), deliverOn),
    setPayerVerification: (accountId: string, verification: PayerVerification, actor: Actor) =>
      settings.setPayerVerification(by(accountId, actor), verification),
    setReturnDelay: (accountId: string, seconds: number | null, actor: Actor) =>
      settings.setReturnDelay(by(accountId, actor), seconds),
    setRetention: (accountId: string, days: number | null, actor: Actor) =>
      settings.setRetention(by(accountId, actor), days),
  };
}

/** @throws AppError `not_found` */
async function readAppSettings(
  db: Database,
  accountId: string,
): Promise<Pick<Account, "appSchemes" | "emailWhitelisted" | "payerVerification">> {
  const account = await repository.find(db, accountId);
  if (!account) throw new AppError("not_found");
  const { appSchemes, emailWhitelisted, payerVerification } = account;
  return { appSchemes, emailWhitelisted, payerVerification };
}

async function readReturnDelayMs(db: Database, accountId: string): Promise<number> {
  const account = await repository.find(db, accountId);
  return (account?.returnDelaySeconds ?? DEFAULT_RETURN_DELAY_SECONDS) * 1000;
}

async function list(db: Database): Promise<AccountWithPayees[]> {
  const [all, payees] = await Promise.all([repository.list(db), repository.listAllPayees(db)]);
  const byAccount = Map.groupBy(payees, ({ accountId }) => accountId);
  return all.map((account) => ({ ...account, payees: byAccount.get(account.id) ?? [] }));
}
