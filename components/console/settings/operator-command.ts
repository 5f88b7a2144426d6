/** The command by which the service's operator confirms an IBAN, to be pasted into a shell. */
export function confirmCommand(payee: { accountId: string; iban: string; name: string }): string {
  const options = [
    `--account ${payee.accountId}`,
    `--iban ${payee.iban}`,
    `--name=${quote(payee.name)}`,
    "--primary",
  ];
  return `npm run operator -- confirm-iban ${options.join(" ")}`;
}

// The name is a merchant's text: nothing in it may mean anything to the operator's shell.
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
