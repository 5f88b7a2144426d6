import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { frameHeight, hear, UNHEARD } from "./following.ts";
import type { CheckoutMessage, FrameMessage } from "./messages.ts";

const message = (seq: number, news: CheckoutMessage, page = 1): FrameMessage => ({
  page,
  seq,
  news,
});
const ready: CheckoutMessage = { type: "ready", reference: "r" };
const at = (state: string, closable: boolean): CheckoutMessage => ({
  type: "state",
  reference: "r",
  state,
  closable,
});
const outcome: CheckoutMessage = {
  type: "outcome",
  reference: "r",
  status: "succeeded",
  returnUrl: null,
};

/** What is known after all of them, and how many were news. */
function hearAll(messages: FrameMessage[]) {
  let known = UNHEARD;
  let news = 0;
  for (const each of messages) {
    const next = hear(known, each);
    if (next) news++;
    known = next ?? known;
  }
  return { known, news };
}

describe("following a checkout", () => {
  it("knows nothing at first, and lets the shopper go", () => {
    assert.deepEqual([UNHEARD.isReady, UNHEARD.closable], [false, true]);
  });

  it("holds the shopper from the bank's approval until the outcome is told", () => {
    const told = [ready, at("opened", true), at("processing", false), at("succeeded", false)];
    const messages = told.map((news, seq) => message(seq, news));
    const closable = messages.map((_, end) => hearAll(messages.slice(0, end + 1)).known.closable);
    assert.deepEqual(closable, [true, true, false, false]);
    assert.equal(hearAll([...messages, message(4, outcome)]).known.closable, true);
  });

  it("takes what is told again for told", () => {
    const messages = [ready, at("ready", true), outcome].map((news, seq) => message(seq, news));
    fc.assert(
      fc.property(fc.array(fc.nat(2)), (ends) => {
        // However often the frame begins again, each message is news once.
        const replays = ends.flatMap((end) => messages.slice(0, end + 1));
        assert.equal(hearAll([...messages, ...replays]).news, messages.length);
      }),
    );
  });

  it("begins anew with another document, whose numbers start again", () => {
    const { known, news } = hearAll([message(7, outcome), message(0, ready, 2)]);
    assert.equal(news, 2);
    assert.deepEqual([known.page, known.seq], [2, 0]);
  });
});

describe("the frame's height", () => {
  it("is what the page asks for, within bounds, and never less than was reserved", () => {
    assert.equal(frameHeight(900, 760), 900);
    assert.equal(frameHeight(400, 760), 760);
    assert.equal(frameHeight(1e9, 760), 4000);
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer({ min: 1, max: 3000 }), (asked, least) => {
        const height = frameHeight(asked, least);
        assert.ok(height >= least && height <= 4000 && Number.isInteger(height));
      }),
    );
  });
});
