import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { doubt, type Following, frameHeight, hear, UNHEARD } from "./following.ts";
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

const blocked: CheckoutMessage = { type: "error", code: "return_blocked" };

function hearAll(messages: FrameMessage[], from: Following = UNHEARD) {
  let known = from;
  const news: CheckoutMessage[] = [];
  for (const each of messages) {
    const next = hear(known, each, "r");
    if (next?.isNews) news.push(each.news);
    known = next?.known ?? known;
  }
  return { known, news };
}

const numbered = (told: CheckoutMessage[], page?: number) =>
  told.map((news, seq) => message(seq, news, page));

describe("following a checkout", () => {
  it("starts without a state, and lets the shopper leave", () => {
    assert.deepEqual([UNHEARD.isOurs, UNHEARD.closable], [false, true]);
  });

  it("holds the shopper from the bank's approval until the outcome", () => {
    const messages = numbered([
      ready,
      at("opened", true),
      { ...at("processing", false), wait: "Wait." } as CheckoutMessage,
      at("succeeded", false),
      outcome,
    ]);
    const steps = messages.map((_, end) => hearAll(messages.slice(0, end + 1)).known);
    assert.deepEqual(
      steps.map(({ closable }) => closable),
      [true, true, false, false, true],
    );
    assert.deepEqual(
      steps.map(({ wait }) => wait),
      ["", "", "Wait.", "", ""],
    );
  });

  it("recognises repeated messages", () => {
    const messages = numbered([ready, at("ready", true), outcome]);
    fc.assert(
      fc.property(fc.array(fc.nat(2)), (ends) => {
        // Repeated messages are not new.
        const replays = ends.flatMap((end) => messages.slice(0, end + 1));
        assert.equal(hearAll([...messages, ...replays]).news.length, messages.length);
      }),
    );
  });

  it("loses no message if a new one overtakes repeated ones", () => {
    const messages = numbered([ready, at("processing", false), outcome, blocked]);
    const { news } = hearAll([...messages.slice(3), ...messages]);
    assert.deepEqual(
      news.map(({ type }) => type),
      ["ready", "state", "outcome", "error"],
    );
  });

  it("has the same final state and reports each outcome once, for messages in any order", () => {
    const told = fc.array(
      fc.constantFrom<CheckoutMessage>(
        at("opened", true),
        at("processing", false),
        outcome,
        blocked,
      ),
      { maxLength: 8 },
    );
    const shuffled = told.chain((list) => {
      const messages = numbered([ready, ...list]);
      const order = fc.shuffledSubarray(messages, {
        minLength: messages.length,
        maxLength: messages.length,
      });
      return fc.tuple(fc.constant(messages), order);
    });
    fc.assert(
      fc.property(shuffled, ([messages, order]) => {
        const inOrder = hearAll(messages);
        // The script responds to `ready` with `hello`, so every message comes again.
        const { known, news } = hearAll([...order, ...messages]);
        for (const field of ["closable", "state", "at"] as const) {
          assert.equal(known[field], inOrder.known[field], field);
        }
        for (const type of ["ready", "outcome", "error"]) {
          const count = (list: CheckoutMessage[]) =>
            list.filter((each) => each.type === type).length;
          assert.equal(count(news), count(inOrder.news), type);
        }
        const states = news.filter((each) => each.type === "state").map(({ state }) => state);
        if (inOrder.known.state) assert.equal(states.at(-1), known.state);
      }),
    );
  });

  it("starts again with another document, whose numbers restart", () => {
    const { known, news } = hearAll([message(7, outcome), message(0, ready, 2)]);
    assert.equal(news.length, 2);
    assert.deepEqual([known.page, known.heard], [2, [0]]);
  });

  it("ignores another payment, and heights and errors of its page", () => {
    const others: CheckoutMessage[] = [
      { ...ready, reference: "other" } as CheckoutMessage,
      { ...outcome, reference: "other" } as CheckoutMessage,
      { type: "resize", height: 2000 },
      blocked,
    ];
    assert.deepEqual(hearAll(numbered(others)), { known: UNHEARD, news: [] });
    // Not even after a document of the right payment.
    const { known, news } = hearAll([message(0, ready), ...numbered(others, 2)]);
    assert.deepEqual([known.page, news], [1, [ready]]);
  });

  it("lets the shopper leave if the document may have changed, until it sends a message", () => {
    const messages = numbered([ready, at("processing", false)]);
    const loaded = doubt(hearAll(messages).known);
    assert.deepEqual([loaded.closable, loaded.isOurs], [true, false]);
    const again = hearAll(messages, loaded);
    assert.deepEqual([again.known.closable, again.news], [false, []]);
  });
});

describe("the frame's height", () => {
  it("is the requested one, within bounds, and never less than reserved", () => {
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
