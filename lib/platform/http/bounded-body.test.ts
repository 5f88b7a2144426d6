import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readBounded } from "./bounded-body.ts";

describe("bounded body", () => {
  it("reads a body up to the limit", async () => {
    const body = new Response("ü".repeat(4)).body;
    assert.equal((await readBounded(body, 8))?.toString(), "üüüü");
    assert.equal((await readBounded(null, 8))?.length, 0);
  });

  it("refuses one byte more, and stops an endless body", async () => {
    assert.equal(await readBounded(new Response("123456789").body, 8), undefined);
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024)),
      cancel: () => {
        isCancelled = true;
      },
    });
    assert.equal(await readBounded(endless, 65_536), undefined);
    assert.ok(isCancelled);
  });
});
