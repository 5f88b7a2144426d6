import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { decodeProtectedHeader } from "jose";
import { z } from "zod";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createServices, type Services } from "#lib/services/create.ts";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { makeTransaction } from "#lib/testing/factories.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { runInProcess } from "#lib/testing/run-in-process.ts";
import { fail, TEMPLATE } from "#lib/testing/templates.ts";
import { createAccount } from "./operator/create-account.ts";
import { operate } from "./operator/operate.ts";

const UNKNOWN = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";
const SECRETS = ["07", "08"].map((byte) => byte.repeat(32));
const newAccount = z.object({
  accountId: z.string(),
  keys: z.object({ web: z.string() }),
});

const NO_ACCOUNTS = /^There are no accounts yet\. .*\n.*npm run -s account:create -- --name/;

const OPERATOR = ["scripts/operator.ts"];
const NPM_SCRIPT = ["scripts/run.mjs", "--production", "scripts/operator.ts"];

type Variables = Record<string, string>;

async function run(variables: Variables, ...args: string[]) {
  const result = await runInProcess(operate, args, variables);
  assert.doesNotMatch(result.stderr, /\n\s+at /, "no stack");
  return result;
}

function start(program: string[], variables: Variables, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "error", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  assert.doesNotMatch(stderr, /\n\s+at /, "no stack");
  return { status, stdout, stderr };
}

describe("operator, beside running processes on PostgreSQL", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let url: string;
  let services: Services;
  let accountId: string;
  let key: string;
  let secrets = SECRETS.slice(0, 1);
  let whileEmpty: string[];

  const variables = () => ({ DATABASE_URL: url, APP_SECRET: secrets.join(",") });
  const ask = (...args: string[]) => run(variables(), ...args);
  const done = async (...args: string[]) => {
    const { status, stdout, stderr } = await ask(...args);
    assert.deepEqual([status, stderr], [0, ""], stdout);
    return stdout;
  };

  before(async () => {
    const server = await serverUrl();
    url = await createDatabase(server, name, TEMPLATE);
    services = createServices({
      env: parseEnv({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
      connection: connectPostgres(url, fail),
      clock: systemClock,
      logger: createLogger("silent"),
      seal: createSeal(Buffer.alloc(32, 7), Buffer.alloc(32, 8)),
    });
    const callback = ["--callback-url", "http://127.0.0.1:9/hook"];
    whileEmpty = await Promise.all([done("accounts"), done("accounts", "--json"), done("audit")]);
    const made = await runInProcess(
      createAccount,
      ["--name", "Corner Books", "--json", ...callback],
      variables(),
    );
    secrets = [...SECRETS];
    ({
      accountId,
      keys: { web: key },
    } = newAccount.parse(JSON.parse(made.stdout)));
  });
  after(async () => {
    await services?.close();
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  it("explains what to do without an account", () => {
    const [accounts = "", json, audit] = whileEmpty;
    assert.match(accounts, NO_ACCOUNTS);
    assert.deepEqual([json, audit], ["[]\n", "There are no entries yet.\n"]);
  });

  it("lists the accounts for a person, with masked IBANs by default", async () => {
    const shown = await done("accounts");
    assert.match(shown, new RegExp(`^${accountId}  Corner Books\n  created +2\\d{3}-`));
    assert.match(shown, /active keys +0 live, 3 test\n/);
    assert.match(shown, /payees +NL•• •••• 4300 {2}Corner Books \(primary\)\n/);
    assert.match(shown, /last transaction +none\n$/);
    assert.doesNotMatch(shown, /closed/);
    assert.match(await done("accounts", "--ibans"), /NL91 ABNA 0417 1643 00/);
  });

  it("lists them for a program in one line, also masked", async () => {
    const shown = await done("accounts", "--json");
    assert.equal(shown.trimEnd().split("\n").length, 1);
    const [account] = z
      .array(z.object({ id: z.string(), payees: z.array(z.object({ iban: z.string() })) }))
      .parse(JSON.parse(shown));
    assert.deepEqual(account, { id: accountId, payees: [{ iban: "NL•• •••• 4300" }] });
    assert.match(await done("accounts", "--json", "--ibans"), /"iban":"NL91ABNA0417164300"/);
  });

  it("whitelists and the reverse, and reports the state in one line", async () => {
    const isTrusted = async () => (await services.accounts.appSettings(accountId)).emailWhitelisted;
    const on = await done("whitelist", "--account", accountId);
    assert.equal(
      on,
      `${accountId}: payers skip the code when the account sends their e-mail address.\n`,
    );
    assert.equal(await isTrusted(), true);
    const off = await done("whitelist", "--account", accountId, "--off");
    assert.equal(off, `${accountId}: payers must confirm a code sent by e-mail.\n`);
    assert.equal(await isTrusted(), false);
  });

  it("confirms an IBAN", async () => {
    const words = ["confirm-iban", "--account", accountId, "--name", "Ada", "--primary"];
    const added = await done(...words, "--iban", "DE89 3704 0044 0532 0130 00");
    assert.equal(added, `${accountId}: IBAN added and confirmed.\n`);
    assert.equal(
      (await services.accounts.primaryPayee(accountId, "live")).iban,
      "DE89370400440532013000",
    );
    const wrong = await ask(...words, "--iban", "DE00");
    assert.deepEqual(wrong, { status: 1, stdout: "", stderr: "--iban is not a valid IBAN.\n" });
  });

  it("holds the payments of a restored backup, lists them and settles each once", async () => {
    assert.equal(await done("restored"), "No transaction is held.\n");
    const apiKey = await services.apiKeys.authenticate(key);
    assert.ok(apiKey);
    const { id } = await makeTransaction(services, apiKey, { externalId: "order-restored" });
    const wrong = await run({ DATABASE_URL: url, APP_SECRET: "09".repeat(32) }, "after-restore");
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /^APP_SECRET is not the one that .*\.\n$/);
    assert.match(
      await done("after-restore"),
      /^Pending transactions held: 1\. .*\n.*-- restored\n/,
    );
    const listed = await done("restored");
    assert.match(listed, new RegExp(`^${id}  €12\\.50, test mode\n  account +${accountId}\n`));
    assert.match(
      listed,
      /payee +DE•• •••• 3000\n {2}statement text +order-restored\n {2}waits for +you\n/,
    );
    const settle = ["settle", "--id", id, "--outcome"];
    assert.equal((await ask(...settle, "paid")).stderr, "--outcome must be succeeded or failed.\n");
    assert.equal(await done(...settle, "succeeded"), `${id} has succeeded. Its webhook is sent.\n`);
    assert.equal((await ask(...settle, "failed")).status, 1);
    assert.equal((await services.transactions.get(apiKey, id)).status, "succeeded");
    assert.match(await done("audit"), /transaction\.settled .*\n.*backup\.restored/);
  });

  it("creates a signing key, which a running process accepts", async () => {
    const apiKey = await services.apiKeys.authenticate(key);
    assert.ok(apiKey);
    const before = await services.tokens.issue(apiKey, {});
    const [kid = ""] = (await done("rotate-signing-key")).split(" ");
    assert.match(kid, /^[\w-]{8}$/);
    assert.ok(await services.tokens.verify(before));
    const elsewhere = createServices({
      env: services.env,
      connection: connectPostgres(url, fail),
      clock: systemClock,
      logger: services.logger,
      seal: services.seal,
    });
    try {
      const jwt = await elsewhere.tokens.issue(apiKey, {});
      assert.equal(decodeProtectedHeader(jwt).kid, kid);
      assert.ok(await services.tokens.verify(jwt));
    } finally {
      await elsewhere.close();
    }
  });

  it("re-encrypts secrets, after which the old one can be retired", async () => {
    secrets = ["-", ...SECRETS.slice(1)];
    const tooEarly = await ask("reseal");
    assert.equal(tooEarly.status, 1);
    assert.match(
      tooEarly.stdout,
      /^webhook_endpoints\.sealed_secret: 0 .*, 1 that can't be decrypted\n/,
    );
    secrets = [...SECRETS];
    assert.equal(
      await done("reseal"),
      "webhook_endpoints.sealed_secret: 1 re-encrypted\nEverything is encrypted with the newest secret.\n",
    );
    secrets = ["-", ...SECRETS.slice(1)];
    assert.equal(await done("reseal"), "Everything is encrypted with the newest secret.\n");
  });

  it("closes an account only with a confirmation", async () => {
    const unsure = start(OPERATOR, variables(), "close", "--account", accountId);
    const noTerminal = "There is no terminal for the question. Add --yes to confirm.\n";
    assert.deepEqual(unsure, { status: 1, stdout: "", stderr: noTerminal });
    const apiKey = await services.apiKeys.authenticate(key);
    assert.ok(apiKey);
    const input = { amount: 500, currency: "EUR", externalId: "order-1" };
    const { created } = await services.transactions.create({ apiKey, input });
    const closed = await done("close", "--account", accountId, "--yes");
    assert.match(closed, /is closed\.\n.*revoked: 3\n.*cancelled: 1\n$/);
    assert.equal(await services.apiKeys.authenticate(key), undefined);
    const { failureReason } = await services.transactions.get(apiKey, created.id);
    assert.equal(failureReason, "cancelled");
    assert.match(await done("accounts"), /\n {2}closed +2\d{3}-/);
    const refused = await ask("whitelist", "--account", accountId);
    assert.deepEqual(refused, { status: 1, stdout: "", stderr: "The account is closed.\n" });
  });

  it("invites a user to a new or existing account, and prints the link", async () => {
    const invite = (...words: string[]) =>
      done("invite", "--email", "grace@shop.example", ...words);
    const kept = await invite("--new", "Harbour Shop");
    const [id = ""] = kept.split(":");
    const link = String.raw`http:\/\/localhost:3000\/console\/invitation\?token=[\w-]{43}`;
    const first = `^${id}: grace@shop\\.example is invited as owner\\. .* expires in 7 days:\n`;
    assert.match(kept, new RegExp(`${first}${link}\nIt is also in the demo mailbox\\.\n$`));
    assert.equal((await services.accounts.find(id))?.name, "Harbour Shop");
    const mails = await services.sandboxMail.list("grace@shop.example");
    assert.equal(mails.length, 1);

    const words = ["--account", id, "--email", "grace@shop.example", "--role", "viewer"];
    const mute = { ...variables(), SANDBOX: "false" };
    const { status, stdout, stderr } = await run(mute, "invite", ...words);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /invited as viewer.*\n.*\nNo e-mail was sent/);
    const token = new URL(stdout.split("\n")[1] ?? "").searchParams.get("token") ?? "";
    const password = "plum-harbour-ladder-9";
    await services.invitations.acceptAsNew({ token, name: "Grace", password });
    const [member] = await services.members.list(id);
    assert.deepEqual([member?.name, member?.role], ["Grace", "viewer"]);

    const log = await done("audit", "--account", id);
    assert.match(log, /operator {2}member\.invited {2}acct_\w+ {2}inv_\w+ {2}role=owner\n/);
    assert.doesNotMatch(log, /grace|Harbour/i);
    const refused: [string[], RegExp][] = [
      [["--account", id], /^This person is already a member\.\n$/],
      [["--account", accountId], /^The account is closed\.\n$/],
      [["--account", UNKNOWN], new RegExp(`^There is no account ${UNKNOWN}\\.\n$`)],
      [[], /^Use either --account /],
      [["--account", id, "--new", "Shop"], /^Use either --account /],
      [["--new", " "], /^--new must be 1 to 70 printable characters\.\n$/],
      [["--account", id, "--role", "boss"], /^--role must be one of owner, developer, viewer\.\n$/],
    ];
    for (const [more, expected] of refused) {
      const response = await ask("invite", "--email", "grace@shop.example", ...more);
      assert.deepEqual([response.status, response.stdout], [1, ""], more.join(" "));
      assert.match(response.stderr, expected);
    }
    const nobody = await ask("invite", "--new", "Shop", "--email", "grace");
    assert.equal(nobody.stderr, "--email must be one e-mail address.\n");
    assert.equal((await services.accounts.list()).length, 2);
  });

  it("lists all changes, newest first, without personal data", async () => {
    const own = await done("audit", "--account", accountId);
    assert.deepEqual(
      own
        .trimEnd()
        .split("\n")
        .map((line) => line.split("  ").slice(1, 3).join(" ")),
      [
        "operator account.closed",
        "operator transaction.settled",
        "operator payee.confirmed",
        "operator account.unwhitelisted",
        "operator account.whitelisted",
        "operator webhook_endpoint.created",
        ...Array.from({ length: 3 }, () => "operator api_key.created"),
        "operator account.created",
      ],
    );
    const all = await done("audit");
    assert.match(all, /operator {2}signing_key\.rotated {2}[\w-]{8} {2}retired=1\n/);
    assert.match(
      all,
      /operator {2}secrets\.resealed {2}webhook_endpoints\.sealed_secret {2}resealed=1\n/,
    );
    assert.doesNotMatch(all, /DE89|NL91|Ada|Books/);
  });

  it("reports an error in one sentence, and changes nothing", async () => {
    const wrong: [string[], string | RegExp][] = [
      [[], /^Choose a command: /],
      [["frobnicate"], "Unknown command 'frobnicate'.\n"],
      [["accounts", "--colour"], "Unknown option '--colour'.\n"],
      [["audit", "--account", "acct_1"], /^--account must be the id of an account/],
      ...["whitelist", "audit"].map((command): [string[], string] => [
        [command, "--account", UNKNOWN],
        `There is no account ${UNKNOWN}.\n`,
      ]),
      [["close", "--account", UNKNOWN, "--yes"], `There is no account ${UNKNOWN}.\n`],
    ];
    const before = await done("audit");
    for (const [words, expected] of wrong) {
      const { status, stdout, stderr } = await ask(...words);
      assert.deepEqual([status, stdout], [1, ""], words.join(" "));
      if (typeof expected === "string") assert.equal(stderr, expected);
      else assert.match(stderr, expected);
      assert.equal(stderr.trimEnd().split("\n").length, 1);
    }
    assert.equal(await done("audit"), before);
  });
});

describe("operator, with the embedded database", () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "bankside-operator-"));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));
  const variables = () => ({ DATA_DIR: dataDir, DATABASE_URL: "", APP_SECRET: "" });

  it("shows its help without opening it", async () => {
    const { status, stdout } = start(NPM_SCRIPT, variables(), "--help");
    assert.equal(status, 0);
    for (const command of ["accounts", "confirm-iban", "close", "reseal", "audit"]) {
      assert.match(stdout, new RegExp(`^  ${command} `, "m"));
    }
    const { stdout: one } = await run(variables(), "close", "--help");
    assert.match(one, /^Usage: npm run -s operator -- close --account acct_… \[--yes\]\n/);
    assert.doesNotMatch(one, /whitelist/);
  });

  it("explains what to do without an account", () => {
    const { status, stdout, stderr } = start(OPERATOR, variables(), "accounts");
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, NO_ACCOUNTS);
  });

  it("names the process that holds it", async () => {
    const script = `import { openEmbedded } from "#lib/platform/db/embedded.ts";
      await openEmbedded(${JSON.stringify(dataDir)}); console.log("open"); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    try {
      await once(holder.stdout, "data");
      const { status, stdout, stderr } = await run(variables(), "accounts");
      assert.deepEqual([status, stdout], [1, ""]);
      assert.match(stderr, new RegExp(`in use by process ${holder.pid}`));
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "exit");
    }
  });

  it("reports an unreachable server, without what it requested", () => {
    const unreachable = {
      DATABASE_URL: "postgres://someone:hidden@127.0.0.1:9/bankside",
      APP_SECRET: SECRETS.join(","),
    };
    const { status, stdout, stderr } = start(OPERATOR, unreachable, "accounts");
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /^[^\n]*ECONNREFUSED[^\n]*\n$/);
    assert.doesNotMatch(stderr, /hidden|select/i);
  });
});
