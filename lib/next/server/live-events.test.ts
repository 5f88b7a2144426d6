import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it, type TestContext } from "node:test";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createStreamPlaces } from "#lib/platform/rate-limit/streams.ts";
import { createTestLimits } from "#lib/testing/limits.ts";
import { until } from "#lib/testing/until.ts";
import { createHeartbeats } from "./heartbeats.ts";
import {
  createLiveListener,
  type LiveLimits,
  respondLive,
  type Snapshot,
  type SnapshotSource,
} from "./live-events.ts";

function fakeTransaction(first: Snapshot | undefined) {
  let current = first;
  const watchers = new Set<() => void>();
  return {
    reference: "Zk3vN0q9T6yB1mXcR8sWfA",
    watchers,
    change(next: Snapshot | undefined) {
      current = next;
      for (const onChange of watchers) onChange();
    },
    read: async () => current,
    async follow(onSnapshot: (snapshot: Snapshot | undefined) => void) {
      if (!current) return undefined;
      const onChange = () => onSnapshot(current);
      watchers.add(onChange);
      onChange();
      return () => void watchers.delete(onChange);
    },
  };
}

const ready = { version: "ready.0", state: "ready", isFinal: false };
const opened = { version: "opened.0", state: "opened", isFinal: false };
const paid = { version: "succeeded.1", state: "succeeded", isFinal: true };

const ADDRESS = "192.0.2.7";
const OWN = "127.0.0.1";

const ask = (accept: string, signal?: AbortSignal, address = ADDRESS) =>
  new Request("http://localhost/checkout/events", {
    headers: {
      accept,
      "x-forwarded-for": address,
      ...(address === OWN && { "x-bankside-local": "1" }),
    },
    ...(signal ? { signal } : {}),
  });

const freshLimits = (): LiveLimits => ({
  limits: createTestLimits().limits,
  streams: createStreamPlaces(),
});

const live = (
  request: Request,
  transaction: Parameters<typeof respondLive>[1],
  heartbeatMs?: number,
) => respondLive(request, transaction, freshLimits(), createHeartbeats(heartbeatMs));

function readerOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(reader);
  let text = "";
  return {
    cancel: () => reader.cancel(),
    async until(part: string) {
      while (!text.includes(part)) {
        const { value, done } = await reader.read();
        assert.ok(!done, `ended without ${part}: ${text}`);
        text += value;
      }
      return text;
    },
    async end() {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return text;
        text += value;
      }
    },
  };
}

describe("respondLive", () => {
  it("responds once as JSON", async () => {
    const response = await live(ask("application/json"), fakeTransaction(ready));
    assert.deepEqual(await response.json(), ready);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });

  it("responds with 404 to an unknown reference", async () => {
    for (const accept of ["application/json", "text/event-stream"]) {
      const response = await live(ask(accept), fakeTransaction(undefined));
      assert.equal(response.status, 404);
    }
  });

  it("streams the current state at once, then each change, and ends with the outcome", async () => {
    const transaction = fakeTransaction(ready);
    const response = await live(ask("text/event-stream"), transaction);
    assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
    const stream = readerOf(response);
    await stream.until("ready.0");
    transaction.change(opened);
    await stream.until("opened.0");
    transaction.change(opened);
    transaction.change(paid);
    const text = await stream.end();
    assert.equal(text.match(/opened\.0/g)?.length, 1);
    assert.match(text, /succeeded\.1/);
    assert.equal(transaction.watchers.size, 0);
  });

  it("sends heartbeats between changes", async () => {
    const stream = readerOf(await live(ask("text/event-stream"), fakeTransaction(ready), 60));
    await stream.until("event: alive\ndata:\n\nevent: alive");
    await stream.cancel();
  });

  it("sends only the fields that a page needs", async () => {
    const known = { ...ready, transaction: { lockDigest: "secret" } };
    const answer = await live(ask("application/json"), fakeTransaction(known));
    assert.deepEqual(await answer.json(), ready);
    const stream = readerOf(await live(ask("text/event-stream"), fakeTransaction(known)));
    assert.doesNotMatch(await stream.until("ready.0"), /secret/);
    await stream.cancel();
  });

  it("stops watching when the reader cancels", async () => {
    const transaction = fakeTransaction(ready);
    const stream = readerOf(await live(ask("text/event-stream"), transaction));
    await stream.until("ready.0");
    assert.equal(transaction.watchers.size, 1);
    await stream.cancel();
    assert.equal(transaction.watchers.size, 0);
  });

  it("stops watching when the request is aborted", async () => {
    const transaction = fakeTransaction(ready);
    const abort = new AbortController();
    const stream = readerOf(await live(ask("text/event-stream", abort.signal), transaction));
    await stream.until("ready.0");
    abort.abort();
    await stream.end();
    assert.equal(transaction.watchers.size, 0);
  });

  it("ends the stream when the order can no longer be read", async () => {
    const transaction = fakeTransaction(ready);
    const stream = readerOf(await live(ask("text/event-stream"), transaction));
    await stream.until("ready.0");
    transaction.change(undefined);
    await stream.end();
    assert.equal(transaction.watchers.size, 0);
  });
});

describe("createLiveListener", () => {
  async function serve(t: TestContext, source: SnapshotSource, limits = freshLimits()) {
    const errors: unknown[] = [];
    const logger = { error: (fields: unknown) => errors.push(fields) };
    const listener = createLiveListener(async () => ({ source, ...limits }), logger);
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const get = (accept: string, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/checkout/events`, {
        headers: { accept, "x-forwarded-for": ADDRESS },
        ...(signal && { signal }),
      });
    return { get, errors };
  }

  it("responds as the page's own route does", async (t) => {
    const transaction = fakeTransaction(ready);
    const { get } = await serve(t, transaction);
    const json = await get("application/json");
    assert.deepEqual(await json.json(), ready);
    assert.match(json.headers.get("cache-control") ?? "", /no-store/);
    const response = await get("text/event-stream");
    assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
    const stream = readerOf(response);
    assert.equal(await stream.until("}\n\n"), `retry: 2000\n\ndata: ${JSON.stringify(ready)}\n\n`);
    transaction.change(opened);
    await stream.until("opened.0");
    transaction.change(paid);
    assert.match(await stream.end(), /succeeded\.1/);
    assert.equal(transaction.watchers.size, 0);
  });

  it("stops watching and frees its slot when the page closes", async (t) => {
    const transaction = fakeTransaction(ready);
    const { get } = await serve(t, transaction);
    const abort = new AbortController();
    const stream = readerOf(await get("text/event-stream", abort.signal));
    await stream.until("ready.0");
    assert.equal(transaction.watchers.size, 1);
    abort.abort();
    await until(() => transaction.watchers.size === 0);
  });

  it("responds with 404 to an unknown reference, and refuses too many", async (t) => {
    const { get } = await serve(t, fakeTransaction(undefined));
    assert.equal((await get("text/event-stream")).status, 404);
    const { limits } = freshLimits();
    const full = {
      take: () => {
        throw new AppError("too_many_requests", { retryAfterSeconds: 30 });
      },
    };
    const transaction = fakeTransaction(ready);
    const other = await serve(t, transaction, { limits, streams: full });
    const refused = await other.get("text/event-stream");
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "30");
    assert.equal(transaction.watchers.size, 0);
  });

  it("reports a failure as a problem, and logs it", async (t) => {
    const failing = { ...fakeTransaction(ready), read: () => Promise.reject(new Error("broken")) };
    const { get, errors } = await serve(t, failing);
    const response = await get("application/json");
    assert.equal(response.status, 500);
    assert.match(response.headers.get("content-type") ?? "", /problem\+json/);
    assert.equal(errors.length, 1);
  });
});

describe("limits of live status for one client", () => {
  const end = new AbortController();
  after(() => end.abort());
  const open = (limits: LiveLimits, reference: string, address?: string) =>
    respondLive(
      ask("text/event-stream", end.signal, address),
      { ...fakeTransaction(ready), reference },
      limits,
    );

  it("allow 20 streams of one payment, and free the slot of one that ends", async () => {
    const limits = freshLimits();
    const streams: Response[] = [];
    for (let count = 0; count < 20; count++) {
      streams.push(await open(limits, "one", `192.0.2.${count}`));
    }
    assert.ok(streams.every(({ status }) => status === 200));
    const refused = await open(limits, "one", "198.51.100.1");
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "30");
    assert.equal((await open(limits, "other")).status, 200);
    await readerOf(streams[0] ?? refused).cancel();
    assert.equal((await open(limits, "one")).status, 200);
    assert.equal((await open(limits, "one")).status, 429);
  });

  it("allow 200 streams of one address, and any number from this machine", async () => {
    const limits = freshLimits();
    const statuses = async (address: string) => {
      const answers = Array.from({ length: 201 }, (_, index) =>
        open(limits, `${address} ${index}`, address),
      );
      return (await Promise.all(answers)).filter(({ status }) => status === 200).length;
    };
    assert.equal(await statuses(ADDRESS), 200);
    assert.equal(await statuses(OWN), 201);
  });

  it("allow 60 unknown payments in a minute, and then look nothing up", async () => {
    const { limits, clock } = createTestLimits();
    const live = { limits, streams: createStreamPlaces() };
    let lookUps = 0;
    const unknown: SnapshotSource = {
      ...fakeTransaction(undefined),
      read: async () => {
        lookUps += 1;
        return undefined;
      },
    };
    const guess = () => respondLive(ask("application/json"), unknown, live);
    for (let count = 0; count < 60; count++) assert.equal((await guess()).status, 404);
    const refused = await guess();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "60");
    assert.equal(lookUps, 60);
    clock.advance({ seconds: 60 });
    assert.equal((await guess()).status, 404);
  });

  it("allow 1200 requests in a minute", async () => {
    const limits = freshLimits();
    const transaction = fakeTransaction(ready);
    const look = () => respondLive(ask("application/json"), transaction, limits);
    for (let count = 0; count < 1200; count++) assert.equal((await look()).status, 200);
    assert.equal((await look()).status, 429);
  });
});
