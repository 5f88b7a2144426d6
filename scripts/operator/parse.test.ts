import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe, it } from "node:test";
import { COMMANDS } from "./commands.ts";
import { confirm } from "./confirm.ts";
import { parseCommand, UsageError } from "./parse.ts";

const ACCOUNT = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";
const CONFIRM = ["confirm-iban", "--account", ACCOUNT];

const refused = (words: string[], expected: RegExp) =>
  assert.throws(
    () => parseCommand(COMMANDS, words),
    (error) => {
      assert.ok(error instanceof UsageError, String(error));
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /\n|\. /, "one sentence");
      return true;
    },
  );

describe("the operator's command line", () => {
  const wrong: [string[], RegExp][] = [
    [[], /^Choose a command: the commands are accounts, /],
    [["account"], /^There is no command "account": /],
    [["toString"], /^There is no command "toString": /],
    [["--json"], /^There is no command "--json": /],
    [["accounts", "--colour"], /^accounts has no option --colour\.$/],
    [["accounts", "-j"], /^accounts has no option -j\.$/],
    [["accounts", "--json=yes"], /^--json takes no value\.$/],
    [["accounts", "--no-json"], /^accounts has no option --no-json\.$/],
    [["accounts", "--account", ACCOUNT], /^accounts has no option --account\.$/],
    [["accounts", "all"], /^accounts does not take the argument "all"\.$/],
    [["accounts", "--", "all"], /^accounts does not take the argument "all"\.$/],
    [["whitelist"], /^--account is required, such as --account acct_…\.$/],
    [["whitelist", ACCOUNT], /^whitelist does not take the argument /],
    [["whitelist", "--account"], /^--account needs a value\.$/],
    [["whitelist", "--account", "--off"], /^--account needs a value\.$/],
    [["whitelist", "--account="], /^--account needs a value\.$/],
    [["whitelist", "--account", "acct_1"], /^--account must be the id of an account/],
    [["whitelist", "--account", `${ACCOUNT}\n`], /^--account must be the id of an account/],
    [["close", "--account", ACCOUNT.toUpperCase()], /^--account must be the id of an account/],
    [["close", "--account", ACCOUNT, "--account", ACCOUNT], /^--account is given twice\.$/],
    [["audit", "--account", "txn_01kagj1d6xf0bsn9t2v7y3m5qe"], /^--account must be the id/],
    [[...CONFIRM, "--name", "Ada"], /^--iban is required\.$/],
    [[...CONFIRM, "--iban", "NL91"], /^--name is required: /],
    [["reseal", "--account", ACCOUNT], /^reseal has no option --account\.$/],
    [["reseal", "--__proto__", "x"], /^reseal has no option --__proto__\.$/],
    [["reseal", "--constructor"], /^reseal has no option --constructor\.$/],
  ];
  for (const [words, expected] of wrong) {
    it(`refuses ${JSON.stringify(words)}`, () => refused(words, expected));
  }

  it("takes options in any order, and values with or without =", () => {
    for (const words of [
      ["accounts"],
      ["accounts", "--ibans", "--json"],
      ["whitelist", "--off", `--account=${ACCOUNT}`],
      [...CONFIRM, "--primary", "--name=--Ada", "--iban", "NL91 ABNA 0417 1643 00"],
      ["close", "--yes", "--account", ACCOUNT],
    ]) {
      assert.equal(parseCommand(COMMANDS, words).help, false, words.join(" "));
    }
  });

  it("offers help for all commands and for each", () => {
    for (const word of ["--help", "-h", "help"]) {
      assert.deepEqual(parseCommand(COMMANDS, [word]), { help: true });
    }
    for (const name of Object.keys(COMMANDS)) {
      assert.deepEqual(parseCommand(COMMANDS, [name, "--help"]), { help: true, name });
    }
  });
});

describe("a confirmation", () => {
  const ask = (response: string, isTTY = true) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    input.end(response);
    return confirm("Sure? Type close:", "close", { input, output: new PassThrough() });
  };

  it("is the word and nothing else", async () => {
    assert.equal(await ask("close\n"), true);
    assert.equal(await ask(" close \n"), true);
    for (const response of ["", "\n", "y\n", "yes\n", "Close\n", "not close\n"]) {
      assert.equal(await ask(response), false, JSON.stringify(response));
    }
  });

  it("can't be had without a terminal", async () => {
    await assert.rejects(ask("close\n", false), UsageError);
  });
});
