import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answerLive, type Snapshot } from "./live-events.ts";

function fakeTransaction(first: Snapshot | undefined) {
  let current = first;
  const watchers = new Set<() => void>();
  return {
    watchers,
    change(next: Snapshot | undefined) {
      current = next;
      for (const onChange of watchers) onChange();
    },
    set(next: Snapshot) {
      current = next;
    },
    read: async () => current,
    watch: async (onChange: () => void) => {
      watchers.add(onChange);
      return async () => void watchers.delete(onChange);
    },
  };
}

const ready = { version: "ready.0", state: "ready", isFinal: false };
const opened = { version: "opened.0", state: "opened", isFinal: false };
const paid = { version: "succeeded.1", state: "succeeded", isFinal: true };

const ask = (accept: string, signal?: AbortSignal) =>
  new Request("http://localhost/checkout/events", {
    headers: { accept },
    ...(signal ? { signal } : {}),
  });

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

describe("answerLive", () => {
  it("answers once as JSON", async () => {
    const response = await answerLive(ask("application/json"), fakeTransaction(ready));
    assert.deepEqual(await response.json(), ready);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });

  it("does not know an unknown reference", async () => {
    for (const accept of ["application/json", "text/event-stream"]) {
      const response = await answerLive(ask(accept), fakeTransaction(undefined));
      assert.equal(response.status, 404);
    }
  });

  it("streams the first state at once, then each change, and ends with the outcome", async () => {
    const transaction = fakeTransaction(ready);
    const response = await answerLive(ask("text/event-stream"), transaction);
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

  it("notices at a heartbeat what nobody announced", async () => {
    const transaction = fakeTransaction(ready);
    const stream = readerOf(await answerLive(ask("text/event-stream"), transaction, 5));
    await stream.until("ready.0");
    transaction.set(paid);
    assert.match(await stream.end(), /: alive[\s\S]*succeeded\.1/);
  });

  it("stops watching when the reader goes", async () => {
    const transaction = fakeTransaction(ready);
    const stream = readerOf(await answerLive(ask("text/event-stream"), transaction));
    await stream.until("ready.0");
    assert.equal(transaction.watchers.size, 1);
    await stream.cancel();
    assert.equal(transaction.watchers.size, 0);
  });

  it("stops watching when the request is aborted", async () => {
    const transaction = fakeTransaction(ready);
    const abort = new AbortController();
    const stream = readerOf(await answerLive(ask("text/event-stream", abort.signal), transaction));
    await stream.until("ready.0");
    abort.abort();
    await stream.end();
    assert.equal(transaction.watchers.size, 0);
  });

  it("ends the stream when reading fails", async () => {
    const transaction = fakeTransaction(ready);
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads > 1) throw new Error("connection lost");
      return ready;
    };
    await readerOf(await answerLive(ask("text/event-stream"), { ...transaction, read })).end();
    assert.equal(transaction.watchers.size, 0);
  });
});
