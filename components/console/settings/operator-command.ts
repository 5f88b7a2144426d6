/** The operator pastes this command into a shell to confirm an IBAN. */
export function confirmCommand(payee: { accountId: string; iban: string; name: string }): string {
  const options = [
    `--account ${payee.accountId}`,
    `--iban ${payee.iban}`,
    `--name=${quote(payee.name)}`,
    "--primary",
  ];
  return `npm run operator -- confirm-iban ${options.join(" ")}`;
}

// The name is merchant input: quoted, so that the operator's shell does not interpret it.
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
