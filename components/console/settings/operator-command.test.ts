import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";
import { confirmCommand } from "./operator-command.ts";

const ACCOUNT = { accountId: "acct_1", iban: "NL91ABNA0417164300" };

/** Splits the command as a shell does, without running it. */
function wordsOf(command: string): string[] {
  const shown = command.replace(/^npm run operator -- /, "printf '%s\\n' ");
  return execFileSync("sh", ["-c", shown], { encoding: "utf8" }).trimEnd().split("\n");
}

describe("the operator's command", () => {
  it("names the payee", () => {
    assert.equal(
      confirmCommand({ ...ACCOUNT, name: "Ada Books" }),
      "npm run operator -- confirm-iban --account acct_1 --iban NL91ABNA0417164300 --name='Ada Books' --primary",
    );
  });

  const names = [
    "O'Neill & Sons",
    "$(id) `id` $HOME",
    "'; echo owned; '",
    "\\'\\",
    "--primary",
    'a "b" | c > d # e * ~ !',
  ];
  for (const name of names) {
    it(`quotes ${name} for the shell`, () => {
      assert.deepEqual(wordsOf(confirmCommand({ ...ACCOUNT, name })), [
        "confirm-iban",
        "--account",
        "acct_1",
        "--iban",
        "NL91ABNA0417164300",
        `--name=${name}`,
        "--primary",
      ]);
    });
  }
});
