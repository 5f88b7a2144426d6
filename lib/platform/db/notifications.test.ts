import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { serverUrl, stopOwnServer } from "#lib/testing/database.ts";
import { createDatabase, dropDatabase } from "#lib/testing/postgres-server.ts";
import { until } from "#lib/testing/until.ts";
import { createPostgresListener } from "./notifications.ts";

describe("the connection that listens", () => {
  const name = `test_${randomBytes(8).toString("hex")}`;
  let observer: pg.Client;
  let url = "";
  before(async () => {
    url = await createDatabase(await serverUrl(), name);
    observer = new pg.Client({ connectionString: url });
    await observer.connect();
  });
  after(async () => {
    await observer.end();
    await dropDatabase(await serverUrl(), name);
    await stopOwnServer();
  });

  const listening = async (): Promise<number[]> => {
    const { rows } = await observer.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'bankside-listen'`,
    );
    return rows.map(({ pid }) => pid);
  };

  const listenQuickly = (onError: (error: Error) => void) =>
    createPostgresListener(url, onError, 20);

  it("stays one, however often listening on it fails", async (t) => {
    const errors: Error[] = [];
    const listener = listenQuickly((error) => errors.push(error));
    t.after(listener.close);
    await listener.listen("no name of a channel", () => undefined);
    await until(() => errors.length >= 4);
    assert.ok((await listening()).length <= 1, "those that failed are closed");
  });

  it("is replaced when it is cut, and every listener checks for missed notifications", async (t) => {
    const listener = listenQuickly(() => undefined);
    t.after(listener.close);
    const heard: string[] = [];
    await listener.listen("first", (payload) => heard.push(payload));
    const [pid] = await listening();
    await observer.query("select pg_terminate_backend($1::int, 5000)", [pid]);
    // The first call reconnects; the others must be notified too.
    await listener.listen("second", () => undefined);
    await until(() => heard.includes(""));
    await observer.query("select pg_notify('first', 'news')");
    await until(() => heard.includes("news"));
    assert.equal((await listening()).length, 1);
  });
});
