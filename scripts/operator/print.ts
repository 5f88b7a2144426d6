import { formatIban, maskIban } from "#lib/platform/values/iban.ts";
import type { Services } from "#lib/services/index.ts";

type Overview = Awaited<ReturnType<Services["operator"]["accounts"]>>[number];
type AuditRow = Awaited<ReturnType<Services["audit"]["list"]>>[number];

const NO_ACCOUNTS = [
  "There are no accounts yet. Create the first one:",
  '  npm run -s account:create -- --name "My shop" --json',
];

export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function printAccounts(accounts: Overview[], showIbans: boolean): string[] {
  return accounts.length === 0
    ? NO_ACCOUNTS
    : accounts.flatMap((account, index) => [
        ...(index > 0 ? [""] : []),
        ...printAccount(account, showIbans),
      ]);
}

function printAccount(account: Overview, showIbans: boolean): string[] {
  const { id, name, createdAt, closedAt, activeKeys, lastTransactionAt } = account;
  const row = (title: string, value: string) => `  ${title.padEnd(18)}${value}`;
  const payees = account.payees.map((payee) => {
    const iban = showIbans ? formatIban(payee.iban) : maskIban(payee.iban);
    const notes = [payee.isPrimary && "primary", !payee.confirmedAt && "not confirmed"];
    const note = notes.filter((text) => text !== false).join(", ");
    return `${iban}  ${payee.name}${note && ` (${note})`}`;
  });
  return [
    `${id}  ${name}`,
    row("created", formatTime(createdAt)),
    ...(closedAt ? [row("closed", formatTime(closedAt))] : []),
    row("whitelisted", account.emailWhitelisted ? "yes" : "no"),
    row("active keys", `${activeKeys.live} live, ${activeKeys.test} test`),
    ...payees.map((payee, index) => row(index === 0 ? "payees" : "", payee)),
    row("last transaction", lastTransactionAt ? formatTime(lastTransactionAt) : "none"),
  ];
}

/** One JSON line. */
export function printAccountsJson(accounts: Overview[], showIbans: boolean): string[] {
  const shown = accounts.map((account) => ({
    id: account.id,
    name: account.name,
    createdAt: account.createdAt,
    closedAt: account.closedAt,
    whitelisted: account.emailWhitelisted,
    activeKeys: account.activeKeys,
    payees: account.payees.map(({ iban, name, isPrimary, confirmedAt }) => ({
      iban: showIbans ? iban : maskIban(iban),
      name,
      primary: isPrimary,
      confirmedAt,
    })),
    lastTransactionAt: account.lastTransactionAt,
  }));
  return [JSON.stringify(shown)];
}

export function printAudit(entries: AuditRow[]): string[] {
  if (entries.length === 0) return ["There are no entries yet."];
  return entries.map(({ createdAt, actor, action, accountId, target, details }) => {
    const named = accountId === null || accountId === target ? [target] : [accountId, target];
    const fields = Object.entries(details).map(([name, value]) => `${name}=${value}`);
    return [createdAt.toISOString(), actor, action, ...named, ...fields].join("  ");
  });
}
