import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ApiKey } from "#lib/merchants/api-keys/api-key.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import { connectPostgres } from "#lib/platform/db/client.ts";
import { migrate } from "#lib/platform/db/migrate.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { onlyInFull } from "#lib/testing/lane.ts";
import { findPostgresProgram } from "#lib/testing/postgres-binaries.ts";
import { onServer, type PostgresServer, startPostgres } from "#lib/testing/postgres-server.ts";
import { serverUser } from "#lib/testing/server-user.ts";
import { fail } from "#lib/testing/templates.ts";
import { until } from "#lib/testing/until.ts";

const run = promisify(execFile);
const LOCAL = { ALLOW_LOCAL_CALLBACKS: "true" };

type Test = ReturnType<typeof createTestServices>;
type Row = { id: string; external_id: string; status: string };
type Event = Awaited<ReturnType<Test["services"]["webhooks"]["listEvents"]>>[number];

/** Named by what they were at the backup, and then became. */
type Order =
  | "paid"
  | "cancelled"
  | "approving, then paid"
  | "approving, then paid at another bank"
  | "untouched, then paid"
  | "untouched, then left"
  | "approved, then paid"
  | "created and paid later";

/** docs/backup.md describes the drill. */
describe("a restored database", { skip: onlyInFull }, () => {
  let folder: string;
  let source: PostgresServer;
  let shop: Server;
  let world: Pick<Test, "clock" | "bank">;
  let apiKey: ApiKey;
  const orders = new Map<Order, Transaction>();
  let webhooks: { id: string; body: string }[] = [];
  /** What the merchant received and read until the server was lost. */
  let received: typeof webhooks = [];
  const read = new Map<string, string>();
  const servers: PostgresServer[] = [];
  const tests: Test[] = [];
  const databaseOf = ({ url }: PostgresServer) => new URL("/product", url).href;

  const inFolder = (name: string) => join(folder, name);
  const asServer = () => ({ cwd: folder, ...serverUser() });
  async function program(name: string, ...args: string[]) {
    await run(await findPostgresProgram(name), args, asServer());
  }
  function makeFolder(path: string) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const user = serverUser();
    if (user) chownSync(path, user.uid, user.gid);
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bankside-drill-"));
    for (const path of [folder, inFolder("archive")]) makeFolder(path);
    shop = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      webhooks.push({ id: String(request.headers["webhook-id"]), body });
      response.writeHead(204).end();
    });
    shop.listen(0, "127.0.0.1");
    await once(shop, "listening");
    source = await startPostgres({ durable: true });
    await onServer(source.url, async (client) => {
      await client.query("alter system set archive_mode = on");
      const command = `test ! -f "${inFolder("archive")}/%f" && cp "%p" "${inFolder("archive")}/%f"`;
      await client.query(`alter system set archive_command = '${command}'`);
    });
    await source.down("fast");
    await source.up();
    await source.createDatabase("product");
    await tradeUntilTheLoss(databaseOf(source));
  });
  after(async () => {
    await source?.stop();
    for (const { services } of tests) await services.close();
    for (const server of servers) await server.stop();
    shop?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const paymentOf = (order: Order) => {
    const { externalId } = orders.get(order) ?? {};
    const payment = world.bank.payments().findLast(({ order }) => order.remittance === externalId);
    assert.ok(payment, order);
    return payment;
  };
  const isExecuted = (externalId: string | null) =>
    world.bank
      .payments()
      .some(({ order, state }) => order.remittance === externalId && state === "succeeded");

  async function tradeUntilTheLoss(url: string): Promise<void> {
    const connection = connectPostgres(url, fail);
    await migrate(connection);
    const test = createTestServices(connection, LOCAL);
    const { services } = test;
    world = test;
    tests.push(test);
    const { port } = shop.address() as AddressInfo;
    ({ apiKey } = await makeMerchant(services, { callbackUrl: `http://127.0.0.1:${port}/hook` }));
    services.worker.start();
    const create = async (order: Order) => {
      const transaction = await makeTransaction(services, apiKey);
      orders.set(order, transaction);
      return transaction;
    };
    const begin = async (order: Order, bankId?: string) => {
      await startAttempt(services, orders.get(order) ?? (await create(order)), bankId);
    };
    const decide = async (order: Order, state: "succeeded" | "declined" | "processing") => {
      paymentOf(order).state = state;
      await services.attempts.refreshLatest(orders.get(order)?.id ?? "");
    };

    await begin("paid");
    await decide("paid", "succeeded");
    const { id } = await create("cancelled");
    await services.transactions.cancel(apiKey, id);
    await begin("approving, then paid");
    await begin("approving, then paid at another bank");
    await create("untouched, then paid");
    await create("untouched, then left");
    await begin("approved, then paid");
    await decide("approved, then paid", "processing");
    await until(() => webhooks.length === 2);
    await catchUp(services, read);

    makeFolder(inFolder("base"));
    await program("pg_dump", "--format=custom", `--file=${inFolder("product.dump")}`, url);
    await program(
      "pg_basebackup",
      `--dbname=${source.url}`,
      "-D",
      inFolder("base"),
      "--checkpoint=fast",
    );
    await onServer(url, (client) => client.query("select pg_create_restore_point('backup')"));

    await decide("approving, then paid", "succeeded");
    await decide("approving, then paid at another bank", "declined");
    await begin("approving, then paid at another bank", "scripted-two");
    await decide("approving, then paid at another bank", "succeeded");
    await begin("created and paid later");
    await decide("created and paid later", "succeeded");
    // Bankside does not hear of these any more.
    await begin("untouched, then paid");
    paymentOf("untouched, then paid").state = "succeeded";
    paymentOf("approved, then paid").state = "succeeded";
    await until(() => webhooks.length === 5);
    await catchUp(services, read);
    received = webhooks;

    await tests.pop()?.services.close();
    await onServer(url, async (client) => {
      const { rows } = await client.query("select pg_walfile_name(pg_switch_wal()) as last");
      for (let isArchived = false; !isArchived; await sleep(20)) {
        const done = await client.query(
          "select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver",
          [rows[0].last],
        );
        isArchived = done.rows[0].done;
      }
    });
    await source.down("crash");
  }

  /** As docs/webhooks.md describes it: newest first, until an event that is not newer than the newest known. */
  async function catchUp({ webhooks }: Test["services"], known: Map<string, string>) {
    const newest = [...known.keys()].toSorted().at(-1) ?? "";
    for await (const { id, payload } of eventsOf(webhooks)) {
      if (id <= newest) return;
      known.set(id, payload);
    }
  }

  async function* eventsOf(service: Test["services"]["webhooks"]): AsyncGenerator<Event> {
    const { accountId, mode } = apiKey;
    let before: string | undefined;
    for (;;) {
      const page = await service.listEvents({ accountId, mode, limit: 2, before });
      yield* page;
      before = page.at(-1)?.id;
      if (page.length < 2) return;
    }
  }

  async function fromDump(): Promise<string> {
    const server = await startPostgres({ durable: true });
    servers.push(server);
    const url = await server.createDatabase("product");
    await program("pg_restore", "--exit-on-error", `--dbname=${url}`, inFolder("product.dump"));
    return url;
  }

  /** To the end of the archive, or to a restore point. */
  async function fromArchive(name: string, point?: string): Promise<string> {
    const data = inFolder(name);
    makeFolder(data);
    await run("cp", ["-a", `${inFolder("base")}/.`, data]);
    const settings = [
      "archive_mode = off",
      `restore_command = 'cp "${inFolder("archive")}/%f" "%p"'`,
      ...(point ? [`recovery_target_name = '${point}'`, "recovery_target_action = promote"] : []),
    ];
    appendFileSync(join(data, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
    writeFileSync(join(data, "recovery.signal"), "");
    const server = await startPostgres({ durable: true, data });
    servers.push(server);
    // It accepts reads before its recovery ends.
    await onServer(databaseOf(server), async (client) => {
      const isRecovering = "select where pg_is_in_recovery()";
      while ((await client.query(isRecovering)).rowCount === 1) await sleep(20);
    });
    return databaseOf(server);
  }

  /** An hour later, with the worker, until nothing is due. */
  async function comeBack(
    url: string,
    prepare: (services: Test["services"]) => Promise<unknown>,
  ): Promise<Test> {
    const test = createTestServices(connectPostgres(url, fail), LOCAL, world);
    tests.push(test);
    webhooks = [...received];
    await prepare(test.services);
    world.clock.advance({ minutes: 60 });
    test.services.worker.start();
    await untilIdle(test);
    return test;
  }

  async function untilIdle({ services }: Test): Promise<void> {
    for (const begun = performance.now(); ; await sleep(20)) {
      const now = world.clock.now();
      const due = await Promise.all([
        services.attempts.nextPollDueAt(),
        services.transactions.nextExpiryAt(),
        services.webhooks.nextDueAt(),
      ]);
      if (due.every((at) => at == null || at > now)) break;
      assert.ok(performance.now() - begun < 30_000, "still something is due");
    }
    await services.attempts.settled();
    await services.webhooks.settled();
  }

  async function statusesOf({ services }: Test): Promise<Partial<Record<Order, string>>> {
    const found: Partial<Record<Order, string>> = {};
    for (const [order, { id }] of orders) {
      const transaction = await services.transactions.findById(id);
      found[order] = transaction?.failureReason ?? transaction?.status ?? "unknown";
    }
    return found;
  }

  const outcomesOf = (url: string) =>
    onServer(url, async (client): Promise<Row[]> => {
      const { rows } = await client.query("select id, external_id, status from transactions");
      return rows;
    });

  /** Once nothing is open any more. */
  async function check({ services }: Test, url: string): Promise<void> {
    const rows = await outcomesOf(url);
    for (const { external_id: externalId, status } of rows) {
      const outcome = isExecuted(externalId) ? "succeeded" : "failed";
      assert.equal(status, outcome, `${externalId} contradicts the bank`);
    }
    const known = new Map(read);
    await catchUp(services, known);
    for await (const { id, payload } of eventsOf(services.webhooks)) {
      assert.equal(known.get(id), payload, "an event is missed, or was another one before");
    }
    const reported = new Map<string, string>();
    for (const { id, body } of [...webhooks, ...read].map(asMessage)) {
      assert.equal(known.get(id), body, "a webhook is no event, or was another one before");
      const { type, data } = JSON.parse(body);
      assert.equal(reported.get(data.id) ?? type, type, `${data.id} has two outcomes`);
      reported.set(data.id, type);
    }
    for (const { id, status } of rows) {
      assert.equal(reported.get(id), `transaction.${status}`, `${id} was not reported`);
    }
  }

  /** Money at the bank for orders that the database does not know. */
  async function unknownMoney(url: string): Promise<string[]> {
    const known = (await outcomesOf(url)).map((row) => row.external_id);
    return world.bank
      .payments()
      .filter(({ order, state }) => state === "succeeded" && !known.includes(order.remittance))
      .map(({ order }) => order.remittance);
  }

  const HELD = {
    paid: "succeeded",
    cancelled: "cancelled",
    "approving, then paid": "succeeded",
    "approving, then paid at another bank": "processing",
    "untouched, then paid": "processing",
    "untouched, then left": "processing",
    "approved, then paid": "succeeded",
    "created and paid later": "unknown",
  };

  for (const [name, restore] of [
    ["a dump", fromDump],
    [
      "a base backup and the archive up to an earlier moment",
      () => fromArchive("earlier", "backup"),
    ],
  ] as const) {
    it(`from ${name} contradicts no bank once the operator settled what it holds`, async () => {
      const url = await restore();
      const test = await comeBack(url, ({ operator }) => operator.afterRestore());
      assert.deepEqual(await statusesOf(test), HELD);
      for (const { transaction, isAtBank } of await test.services.restored.list()) {
        assert.equal(isAtBank, false);
        // By the payee's bank statement.
        const outcome = isExecuted(transaction.externalId) ? "succeeded" : "failed";
        await test.services.settlement.settle({ id: transaction.id, outcome });
      }
      await untilIdle(test);
      await check(test, url);
      const later = orders.get("created and paid later")?.externalId;
      assert.deepEqual(await unknownMoney(url), [later], "only the bank statement shows it");
    });
  }

  it("from a base backup and the whole archive lacks nothing and needs no operator", async () => {
    const url = await fromArchive("whole");
    const test = await comeBack(url, async () => undefined);
    const { "untouched, then left": left, cancelled, ...paid } = await statusesOf(test);
    assert.deepEqual([left, cancelled], ["expired", "cancelled"]);
    assert.deepEqual(new Set(Object.values(paid)), new Set(["succeeded"]));
    await check(test, url);
    assert.deepEqual(await unknownMoney(url), []);

    // Controls: an event that a consumer has passed already, and one whose id was another's before, as a sequence would do.
    const change = (values: string, id: string) =>
      onServer(url, async (client) => {
        await client.query("set session_replication_role = replica");
        await client.query(`update events set ${values} where id = $1`, [id]);
      });
    const [first = ""] = [...read.keys()].toSorted();
    const passed = `evt_${"0".repeat(26)}`;
    await change(`id = '${passed}'`, first);
    await assert.rejects(check(test, url), /an event is missed/);
    await change(`id = '${first}'`, passed);
    await check(test, url);
    await change("payload = payload || ' '", first);
    await assert.rejects(check(test, url), /or was another one before/);
  });

  it("from a dump contradicts a bank without the command that holds payments", async () => {
    const url = await fromDump();
    const test = await comeBack(url, async () => undefined);
    assert.equal((await statusesOf(test))["untouched, then paid"], "expired");
    await assert.rejects(check(test, url), /contradicts the bank/);
  });
});

const asMessage = (message: { id: string; body: string } | [string, string]) =>
  Array.isArray(message) ? { id: message[0], body: message[1] } : message;
