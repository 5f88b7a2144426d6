import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { type Account, DEFAULT_RETURN_DELAY_SECONDS, type PayeeRow } from "./account.ts";
import { createAccountChanges } from "./changes.ts";
import { holdTerms } from "./creation-terms.ts";
import { parseAppSchemes, parseOrigins, parsePayee } from "./fields.ts";
import { openAccount } from "./open-account.ts";
import { createPayeeProposals } from "./proposals.ts";
import * as repository from "./repository.ts";
import { createAccountSettings } from "./settings.ts";

export type Payee = { iban: string; name: string };

export type AccountWithPayees = Account & { payees: PayeeRow[] };

/** `appSchemes` without the colon, such as `myapp`. */
export type NewAccount = {
  name: string;
  iban: string;
  embedOrigins?: string[];
  appSchemes?: string[];
  actor?: Actor;
};

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({ db, clock }: { db: Database; clock: Clock }) {
  const changes = createAccountChanges({ db, clock });
  const { setEmailWhitelisted, confirmPayee, close, holdOpen } = changes;
  const proposals = createPayeeProposals({ db, clock });
  const { proposePayee, withdrawPayee, payeeOverview } = proposals;

  return {
    setEmailWhitelisted,
    confirmPayee,
    close,
    holdOpen,
    holdTerms,
    ...createAccountSettings({ db, clock }),
    proposePayee,
    withdrawPayee,
    payeeOverview,
    open: (tx: Database, input: { name: string }, actor: Actor): Promise<string> =>
      openAccount(clock, tx, input, actor),

    /**
     * The payee counts as confirmed.
     * @throws AppError `invalid_request` (name, IBAN, origin, scheme)
     */
    async create(input: NewAccount): Promise<string> {
      const { iban, name } = parsePayee(input);
      const embedOrigins = parseOrigins(input.embedOrigins ?? []);
      const appSchemes = parseAppSchemes(input.appSchemes ?? []);
      const createdAt = clock.now();
      const account = {
        id: newId("acct"),
        name,
        embedOrigins,
        appSchemes,
        emailWhitelisted: false,
        payerVerification: "on" as const,
        defaultSuccessUrl: null,
        defaultFailureUrl: null,
        retentionDays: null,
        returnDelaySeconds: null,
        takesTransfers: false,
        createdAt,
        closedAt: null,
      };
      await db.transaction(async (tx) => {
        await repository.insert(tx, account);
        await repository.insertPayee(tx, {
          id: newId("payee"),
          accountId: account.id,
          iban,
          name,
          isPrimary: true,
          confirmedAt: createdAt,
          createdAt,
        });
        await recordAudit(tx, createdAt, {
          accountId: account.id,
          actor: input.actor ?? "operator",
          action: "account.created",
          target: account.id,
        });
      });
      return account.id;
    },

    /**
     * An unconfirmed payee counts in test mode only.
     * @throws AppError `no_payee`
     */
    async primaryPayee(accountId: string, mode: Mode): Promise<Payee> {
      const payees = await repository.listPayees(db, accountId);
      const payee = payees.find(
        ({ isPrimary, confirmedAt }) => isPrimary && (mode === "test" || confirmedAt !== null),
      );
      if (!payee) throw new AppError("no_payee");
      return { iban: payee.iban, name: payee.name };
    },

    /** `iban` is in electronic form. Unconfirmed ones count in test mode only. */
    async findPayee(accountId: string, iban: string, mode: Mode): Promise<Payee | undefined> {
      const payee = await repository.findPayee(db, accountId, iban);
      if (!payee || (mode === "live" && payee.confirmedAt === null)) return undefined;
      return { iban: payee.iban, name: payee.name };
    },

    /** In electronic form. Unconfirmed ones count in test mode only. */
    async payableIbans(accountId: string, mode: Mode): Promise<string[]> {
      const payees = await repository.listPayees(db, accountId);
      return payees
        .filter(({ confirmedAt }) => mode === "test" || confirmedAt !== null)
        .map(({ iban }) => iban);
    },

    /**
     * Without schemes, apps may use any that is not refused.
     * @throws AppError `not_found`
     */
    async appSettings(
      accountId: string,
    ): Promise<Pick<Account, "appSchemes" | "emailWhitelisted" | "payerVerification">> {
      const account = await repository.find(db, accountId);
      if (!account) throw new AppError("not_found");
      const { appSchemes, emailWhitelisted, payerVerification } = account;
      return { appSchemes, emailWhitelisted, payerVerification };
    },

    /** Whether shoppers may pay by a manual credit transfer. */
    async takesTransfers(accountId: string): Promise<boolean> {
      return (await repository.find(db, accountId))?.takesTransfers ?? false;
    },

    async embedOrigins(accountId: string): Promise<string[]> {
      return (await repository.find(db, accountId))?.embedOrigins ?? [];
    },

    /** How long the outcome is shown. */
    async returnDelayMs(accountId: string): Promise<number> {
      const account = await repository.find(db, accountId);
      return (account?.returnDelaySeconds ?? DEFAULT_RETURN_DELAY_SECONDS) * 1000;
    },

    find: (accountId: string): Promise<Account | undefined> => repository.find(db, accountId),

    listPayees: (accountId: string): Promise<PayeeRow[]> => repository.listPayees(db, accountId),

    /** Oldest first. */
    async list(): Promise<AccountWithPayees[]> {
      const [all, payees] = await Promise.all([repository.list(db), repository.listAllPayees(db)]);
      const byAccount = Map.groupBy(payees, ({ accountId }) => accountId);
      return all.map((account) => ({ ...account, payees: byAccount.get(account.id) ?? [] }));
    },
  };
}
