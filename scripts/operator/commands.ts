import { z } from "zod";
import { alerts, resolveAlert } from "./alerts.ts";
import { banks, pauseBank, resumeBank } from "./banks.ts";
import { confirm } from "./confirm.ts";
import { invite } from "./invite.ts";
import { grant, operators, revoke } from "./operators.ts";
import { accountId as account, type Command, defineCommand, UsageError } from "./parse.ts";
import { formatTime, printAccounts, printAccountsJson, printAudit } from "./print.ts";
import { afterRestore, restored, settle } from "./restored.ts";

const AUDIT_LINES = 200;
const ALL_ENCRYPTED = "Everything is encrypted with the newest secret.";

const flag = z.boolean().default(false);

const accounts = defineCommand({
  summary: "lists the accounts; --ibans shows full IBANs",
  usage: "[--json] [--ibans]",
  kinds: { json: "flag", ibans: "flag" },
  schema: z.object({ json: flag, ibans: flag }),
  async run({ json, ibans }, { operator }) {
    const all = await operator.accounts();
    return { lines: json ? printAccountsJson(all, ibans) : printAccounts(all, ibans) };
  },
});

const whitelist = defineCommand({
  summary: "allows an account to vouch for its payers' e-mail addresses; --off stops it",
  usage: "--account acct_… [--off]",
  kinds: { account: "value", off: "flag" },
  schema: z.object({ account, off: flag }),
  async run({ account: id, off }, services) {
    await services.accounts.setEmailWhitelisted(id, !off);
    const effect = off
      ? "payers must confirm a code sent by e-mail."
      : "payers skip the code when the account sends their e-mail address.";
    return { lines: [`${id}: ${effect}`] };
  },
});

const confirmIban = defineCommand({
  summary: "confirms an IBAN of the account; --primary makes it the default",
  usage: "--account acct_… --iban IBAN --name HOLDER [--primary]",
  kinds: { account: "value", iban: "value", name: "value", primary: "flag" },
  schema: z.object({
    account,
    iban: z.string({ error: "is required" }),
    name: z.string({ error: "is required: the account holder" }),
    primary: flag,
  }),
  async run({ account: id, iban, name, primary }, services) {
    const input = { accountId: id, iban, name, isPrimary: primary };
    const effect = {
      added: "IBAN added and confirmed.",
      changed: "IBAN confirmed with the new details.",
      unchanged: "IBAN already confirmed with these details.",
    }[await services.accounts.confirmPayee(input)];
    return { lines: [`${id}: ${effect}`] };
  },
});

const close = defineCommand({
  summary: "closes an account permanently, revokes its keys and cancels its pending transactions",
  usage: "--account acct_… [--yes]",
  kinds: { account: "value", yes: "flag" },
  schema: z.object({ account, yes: flag }),
  async run({ account: id, yes }, { accounts: service, operator }) {
    const found = await service.find(id);
    const question = `Close ${id} (${found?.name}) permanently? Type close:`;
    if (found && !yes && !(await confirm(question, "close"))) {
      return { lines: [`${id} was not changed.`], isDone: false };
    }
    const { wasOpen, keysRevoked, cancelled, open, reported } = await operator.close(id);
    const still = "completed while a server or worker runs";
    const until = "until a member marks it as received or not received in the console";
    return {
      lines: [
        `${id} ${wasOpen ? "is" : "was already"} closed.`,
        `  API keys revoked: ${keysRevoked}`,
        `  transactions cancelled: ${cancelled}`,
        ...(open > 0 ? [`  in progress at a bank: ${open}, ${still}`] : []),
        ...(reported > 0 ? [`  waiting for a bank transfer: ${reported}, ${until}`] : []),
      ],
    };
  },
});

const disconnectProvider = defineCommand({
  summary: "disconnects a user from the OpenID provider, and signs the user out",
  usage: "--email ADDRESS",
  kinds: { email: "value" },
  schema: z.object({ email: z.string({ error: "is required: the user's address" }) }),
  async run({ email }, services) {
    const isDone = await services.disconnectProvider(email);
    return { lines: [isDone ? `${email} is disconnected.` : `${email} was not connected.`] };
  },
});

const rotateSigningKey = defineCommand({
  summary: "creates a new signing key for JWTs and QR codes; the old key still verifies for a day",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, services) {
    const { kid, othersVerifyUntil } = await services.rotateSigningKey();
    return {
      lines: [
        `${kid} is the new signing key. Running processes use it within a minute.`,
        `Older keys still verify, at the latest until ${formatTime(othersVerifyUntil)}.`,
      ],
    };
  },
});

const reseal = defineCommand({
  summary: "re-encrypts stored secrets with the newest APP_SECRET",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, services) {
    const columns = await services.reencryptSecrets();
    if (columns.length === 0) return { lines: [ALL_ENCRYPTED] };
    const lines = columns.map(({ name, resealed, busy, lost }) => {
      const notes = [busy > 0 && `${busy} in use`, lost > 0 && `${lost} that can't be decrypted`];
      return [`${name}: ${resealed} re-encrypted`, ...notes.filter((note) => note !== false)].join(
        ", ",
      );
    });
    const isBusy = columns.some(({ busy }) => busy > 0);
    const isLost = columns.some(({ lost }) => lost > 0);
    if (isBusy) lines.push("Some values were in use. Run this again before you retire a secret.");
    if (isLost) lines.push("Some values need a secret that is no longer in APP_SECRET.");
    if (!isBusy && !isLost) lines.push(ALL_ENCRYPTED);
    return { lines, isDone: !isBusy && !isLost };
  },
});

const audit = defineCommand({
  summary: `lists the latest changes, newest first (up to ${AUDIT_LINES})`,
  usage: "[--account acct_…]",
  kinds: { account: "value" },
  schema: z.object({ account: account.optional() }),
  async run({ account: accountId }, services) {
    if (accountId !== undefined && !(await services.accounts.find(accountId))) {
      throw new UsageError(`There is no account ${accountId}.`);
    }
    return { lines: printAudit(await services.audit.list({ accountId, limit: AUDIT_LINES })) };
  },
});

export const COMMANDS: Record<string, Command> = {
  accounts,
  invite,
  whitelist,
  "confirm-iban": confirmIban,
  close,
  "disconnect-provider": disconnectProvider,
  "rotate-signing-key": rotateSigningKey,
  reseal,
  alerts,
  "resolve-alert": resolveAlert,
  "after-restore": afterRestore,
  restored,
  settle,
  banks,
  "pause-bank": pauseBank,
  "resume-bank": resumeBank,
  operators,
  grant,
  revoke,
  audit,
};
