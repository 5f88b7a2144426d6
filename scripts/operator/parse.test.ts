import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe, it } from "node:test";
import { COMMANDS } from "./commands.ts";
import { confirm } from "./confirm.ts";
import { parseCommand, UsageError } from "./parse.ts";

const ACCOUNT = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";
const CONFIRM = ["confirm-iban", "--account", ACCOUNT];

const silent = { write: () => true };

const refused = (words: string[], expected: RegExp) =>
  assert.throws(
    () => parseCommand(COMMANDS, words, silent),
    (error) => {
      assert.ok(error instanceof UsageError, String(error));
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /\n/, "one line");
      return true;
    },
  );

describe("the operator's command line", () => {
  const wrong: [string[], RegExp][] = [
    [[], /^Choose a command: --help lists them\.$/],
    [["--"], /^Choose a command: /],
    [["account"], /^Unknown command 'account'\.$/],
    [["toString"], /^Unknown command 'toString'\.$/],
    [["--json"], /^Unknown option '--json'\.$/],
    [["accounts", "--colour"], /^Unknown option '--colour'\.$/],
    [["accounts", "-j"], /^Unknown option '-j'\.$/],
    [["accounts", "--json=yes"], /^Unknown option '--json=yes'\.$/],
    [["accounts", "--no-json"], /^Unknown option '--no-json'\.$/],
    [["accounts", "--account", ACCOUNT], /^Unknown option '--account'\.$/],
    [["accounts", "all"], /^Too many arguments for 'accounts'\. .*\.$/],
    [["accounts", "--", "all"], /^Too many arguments for 'accounts'\. /],
    [["whitelist"], /^--account is required, such as --account acct_…\.$/],
    [["whitelist", ACCOUNT], /^Too many arguments for 'whitelist'\. /],
    [["whitelist", "--account"], /^Option '--account <value>' argument missing\.$/],
    [["whitelist", "--account", "--off"], /^--account must be the id of an account/],
    [["whitelist", "--account="], /^--account must be the id of an account/],
    [["whitelist", "--account", "acct_1"], /^--account must be the id of an account/],
    [["whitelist", "--account", `${ACCOUNT}\n`], /^--account must be the id of an account/],
    [["close", "--account", ACCOUNT.toUpperCase()], /^--account must be the id of an account/],
    [["close", "--account", ACCOUNT, "--account", ACCOUNT], /^--account is given twice\.$/],
    [["audit", "--account", "txn_01kagj1d6xf0bsn9t2v7y3m5qe"], /^--account must be the id/],
    [[...CONFIRM, "--name", "Ada"], /^--iban is required\.$/],
    [[...CONFIRM, "--iban", "NL91"], /^--name is required: /],
    [["reseal", "--account", ACCOUNT], /^Unknown option '--account'\.$/],
    [["reseal", "--__proto__", "x"], /^Unknown option '--__proto__'\.$/],
    [["reseal", "--constructor"], /^Unknown option '--constructor'\.$/],
  ];
  for (const [words, expected] of wrong) {
    it(`refuses ${JSON.stringify(words)}`, () => refused(words, expected));
  }

  it("accepts options in any order, and values with or without =", () => {
    for (const words of [
      ["accounts"],
      ["accounts", "--ibans", "--json"],
      ["whitelist", "--off", `--account=${ACCOUNT}`],
      [...CONFIRM, "--primary", "--name=--Ada", "--iban", "NL91 ABNA 0417 1643 00"],
      ["close", "--yes", "--account", ACCOUNT],
    ]) {
      assert.ok(parseCommand(COMMANDS, words, silent), words.join(" "));
    }
  });

  it("has help for all commands and for each", () => {
    const helpFor = (...words: string[]) => {
      let text = "";
      const stdout = { write: (more: string) => (text += more) };
      assert.equal(parseCommand(COMMANDS, words, stdout), undefined);
      return text;
    };
    for (const word of ["--help", "-h", "help"])
      assert.match(helpFor(word), /^Usage: .* accounts /s);
    for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
      const [first, , ...rest] = helpFor(name, "--help").split("\n");
      assert.equal(first, `Usage: npm run -s operator -- ${name} ${usage || "[options]"}`);
      assert.equal(rest.join(" ").trim(), summary);
    }
  });
});

describe("a confirmation", () => {
  const ask = (response: string, isTTY = true) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    input.end(response);
    return confirm("Sure? Type close:", "close", { input, output: new PassThrough() });
  };

  it("is exactly one word", async () => {
    assert.equal(await ask("close\n"), true);
    assert.equal(await ask(" close \n"), true);
    for (const response of ["", "\n", "y\n", "yes\n", "Close\n", "not close\n"]) {
      assert.equal(await ask(response), false, JSON.stringify(response));
    }
  });

  it("fails without a terminal", async () => {
    await assert.rejects(ask("close\n", false), UsageError);
  });
});
