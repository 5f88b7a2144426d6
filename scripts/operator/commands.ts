import { z } from "zod";
import { alerts, resolveAlert } from "./alerts.ts";
import { confirm } from "./confirm.ts";
import { invite } from "./invite.ts";
import { accountId as account, type Command, defineCommand, UsageError } from "./parse.ts";
import { formatTime, printAccounts, printAccountsJson, printAudit } from "./print.ts";

const AUDIT_LINES = 200;

const flag = z.boolean().default(false);

const accounts = defineCommand({
  summary: "lists the accounts; --ibans shows whole IBANs",
  usage: "[--json] [--ibans]",
  kinds: { json: "flag", ibans: "flag" },
  schema: z.object({ json: flag, ibans: flag }),
  async run({ json, ibans }, { operator }) {
    const all = await operator.accounts();
    return { lines: json ? printAccountsJson(all, ibans) : printAccounts(all, ibans) };
  },
});

const whitelist = defineCommand({
  summary: "lets an account vouch for its payers' e-mail addresses, or no more",
  usage: "--account acct_… [--off]",
  kinds: { account: "value", off: "flag" },
  schema: z.object({ account, off: flag }),
  async run({ account: id, off }, services) {
    await services.accounts.setEmailWhitelisted(id, !off);
    const effect = off
      ? "its payers are asked for a code by e-mail."
      : "an e-mail address it tells spares its payers the code.";
    return { lines: [`${id}: ${effect}`] };
  },
});

const confirmIban = defineCommand({
  summary: "adds an IBAN the account may be paid on; --primary: unless a request names another",
  usage: "--account acct_… --iban IBAN --name HOLDER [--primary]",
  kinds: { account: "value", iban: "value", name: "value", primary: "flag" },
  schema: z.object({
    account,
    iban: z.string({ error: "is needed" }),
    name: z.string({ error: "is needed: the holder of the IBAN's account" }),
    primary: flag,
  }),
  async run({ account: id, iban, name, primary }, services) {
    const input = { accountId: id, iban, name, isPrimary: primary };
    const effect = {
      added: "the IBAN is added and confirmed.",
      changed: "the IBAN is confirmed with the new details.",
      unchanged: "the IBAN was confirmed like this before.",
    }[await services.accounts.confirmPayee(input)];
    return { lines: [`${id}: ${effect}`] };
  },
});

const close = defineCommand({
  summary: "ends an account: its keys stop working, what is pending is cancelled; for good",
  usage: "--account acct_… [--yes]",
  kinds: { account: "value", yes: "flag" },
  schema: z.object({ account, yes: flag }),
  async run({ account: id, yes }, { accounts: service, operator }) {
    const found = await service.find(id);
    const question = `Close ${id} (${found?.name}) for good? Type close:`;
    if (found && !yes && !(await confirm(question, "close"))) {
      return { lines: [`${id} is left as it was.`], isDone: false };
    }
    const { wasOpen, keysRevoked, cancelled, open, reported } = await operator.close(id);
    const still = "which goes to its end as ever, as long as a server or worker runs";
    const until = "until a member says in the console whether the money came";
    return {
      lines: [
        `${id} is closed${wasOpen ? "" : ", as it was before"}.`,
        `  API keys revoked: ${keysRevoked}`,
        `  transactions cancelled: ${cancelled}`,
        ...(open > 0 ? [`  in the hands of a bank: ${open}, ${still}`] : []),
        ...(reported > 0 ? [`  waiting for a bank transfer: ${reported}, ${until}`] : []),
      ],
    };
  },
});

const rotateSigningKey = defineCommand({
  summary: "makes a new key for JWTs and QR codes; the old one still verifies for a day",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, services) {
    const { kid, othersVerifyUntil } = await services.rotateSigningKey();
    return {
      lines: [
        `${kid} signs from now on, in running processes within a minute.`,
        `Keys before it verify until ${formatTime(othersVerifyUntil)} at the latest.`,
      ],
    };
  },
});

const reseal = defineCommand({
  summary: "seals anew, with the newest APP_SECRET, what older ones sealed",
  usage: "",
  kinds: {},
  schema: z.object({}),
  async run(_options, services) {
    const columns = await services.reencryptSecrets();
    if (columns.length === 0) return { lines: ["Everything is sealed with the newest secret."] };
    const lines = columns.map(({ name, resealed, busy, lost }) => {
      const notes = [busy > 0 && `${busy} in use`, lost > 0 && `${lost} that no secret opens`];
      return [`${name}: ${resealed} sealed anew`, ...notes.filter((note) => note !== false)].join(
        ", ",
      );
    });
    const isBusy = columns.some(({ busy }) => busy > 0);
    const isLost = columns.some(({ lost }) => lost > 0);
    if (isBusy) lines.push("Some values were in use: run this again before you retire a secret.");
    if (isLost) lines.push("What no secret opens needs one that is not in APP_SECRET any more.");
    if (!isBusy && !isLost) lines.push("Everything is sealed with the newest secret.");
    return { lines, isDone: !isBusy && !isLost };
  },
});

const audit = defineCommand({
  summary: `lists what was changed, newest first (at most ${AUDIT_LINES})`,
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
  "rotate-signing-key": rotateSigningKey,
  reseal,
  alerts,
  "resolve-alert": resolveAlert,
  audit,
};
