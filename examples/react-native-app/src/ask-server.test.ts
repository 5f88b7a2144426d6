import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OrderStatus } from "../shared/products.ts";
import { askServer } from "./ask-server.ts";

/** Gives these results one after the other. An `Error` is a lost connection. */
function serverThat(...results: (OrderStatus | Error)[]) {
  let asked = 0;
  const read = async (): Promise<OrderStatus> => {
    const result = results[Math.min(asked, results.length - 1)] ?? "open";
    asked += 1;
    if (result instanceof Error) throw result;
    return result;
  };
  return { read, asked: () => asked };
}

describe("polling the server", () => {
  it("stops at the outcome", async () => {
    const server = serverThat("open", "open", "paid", "failed");
    assert.equal(await askServer(server.read, { intervalMs: 1 }), "paid");
    assert.equal(server.asked(), 3);
  });

  it("continues without a connection", async () => {
    const server = serverThat(new Error("offline"), "failed");
    assert.equal(await askServer(server.read, { intervalMs: 1 }), "failed");
  });

  it("ends as open after its last attempt", async () => {
    const server = serverThat("open");
    assert.equal(await askServer(server.read, { intervalMs: 1, maxTries: 5 }), "open");
    assert.equal(server.asked(), 5);
  });

  it("ends when the screen closes", async () => {
    const server = serverThat("open");
    const signal = AbortSignal.abort();
    assert.equal(await askServer(server.read, { intervalMs: 1, signal }), "open");
    assert.equal(server.asked(), 1);
  });
});
