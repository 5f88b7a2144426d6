import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { frameMessageSchema } from "#lib/payments/checkout/frame-messages.ts";

const OWN = "https://pay.example";
const SHOP = "https://shop.example";
const OTHER_SHOP = "https://other-shop.example";
const EVIL = "https://evil.example";

type Sent = { message: { type: string; seq: number }; origin: string };
type Frame = typeof import("./parent-frame.ts");

/** Imports the module again, since it keeps one message history per document. */
async function openFrame(ancestor: string | undefined) {
  const sent: Sent[] = [];
  const events = new EventTarget();
  const parent = {
    postMessage: (message: Sent["message"], origin: string) => sent.push({ message, origin }),
  };
  const window = {
    parent,
    location: { origin: OWN, ...(ancestor && { ancestorOrigins: [ancestor] }) },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  Object.assign(globalThis, { window, document: { referrer: "" }, Element: class {} });
  const frame: Frame = await import(`./parent-frame.ts?${crypto.randomUUID()}`);
  const hear = (data: unknown, origin = SHOP, source: unknown = parent) =>
    events.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  const press = (key: string) => events.dispatchEvent(Object.assign(new Event("keydown"), { key }));
  return { frame, sent, hear, press };
}

const hello = { v: 1, type: "hello" };
const typesOf = (sent: Sent[]) => sent.map(({ message }) => message.type);

describe("a frame and the page around it", () => {
  let opened: Awaited<ReturnType<typeof openFrame>>;
  beforeEach(async () => {
    opened = await openFrame(SHOP);
    opened.frame.meetParent([SHOP, OTHER_SHOP]);
  });
  after(() => {
    for (const name of ["window", "document", "Element"]) Reflect.deleteProperty(globalThis, name);
  });

  it("exchange messages of the contract, only if the page is registered", () => {
    const { frame, sent } = opened;
    frame.sendToParent({ type: "ready", reference: "r" });
    assert.deepEqual(frameMessageSchema.parse(sent[0]?.message), sent[0]?.message);
    assert.deepEqual(
      sent.map(({ origin }) => origin),
      [SHOP],
    );
  });

  it("send nothing to a page that is not registered, even after its hello (complaint 8)", async () => {
    const { frame, sent, hear } = await openFrame(EVIL);
    frame.meetParent([SHOP]);
    frame.sendToParent({ type: "ready", reference: "r" });
    hear(hello, EVIL);
    assert.deepEqual(sent, []);
  });

  it("find each other by hello if the browser does not reveal the parent's origin", async () => {
    const { frame, sent, hear } = await openFrame(undefined);
    frame.meetParent([SHOP, OTHER_SHOP]);
    frame.sendToParent({ type: "ready", reference: "r" });
    assert.deepEqual(
      sent.map(({ origin }) => origin),
      [SHOP, OTHER_SHOP],
    );
    sent.length = 0;
    hear(hello, OTHER_SHOP);
    frame.sendToParent({ type: "resize", height: 800 });
    assert.deepEqual(
      sent.map(({ message, origin }) => [message.type, origin]),
      [
        ["ready", OTHER_SHOP],
        ["resize", OTHER_SHOP],
      ],
    );
  });

  it("repeat everything for a late listener, with the same numbers and one height", () => {
    const { frame, sent, hear } = opened;
    frame.sendToParent({ type: "ready", reference: "r" });
    frame.sendToParent({ type: "resize", height: 700 });
    frame.sendToParent({ type: "resize", height: 800 });
    frame.sendToParent({ type: "state", reference: "r", state: "ready", closable: true });
    const told = sent.splice(0);
    hear(hello);
    assert.deepEqual(sent, [told[0], told[2], told[3]]);
  });

  it("listen only once, also after several introductions", () => {
    const { frame, sent, hear } = opened;
    frame.meetParent([SHOP]);
    frame.sendToParent({ type: "error", code: "unexpected" });
    sent.length = 0;
    hear(hello);
    assert.deepEqual(typesOf(sent), ["error"]);
  });

  it("send Escape, but never repeat it", () => {
    const { sent, hear, press } = opened;
    press("Escape");
    assert.deepEqual(typesOf(sent), ["escape"]);
    hear(hello);
    assert.deepEqual(typesOf(sent), ["escape"]);
  });

  it("keep a bounded number of the latest messages", () => {
    const { frame, sent, hear } = opened;
    for (let seq = 0; seq < 200; seq++) {
      frame.sendToParent({ type: "state", reference: "r", state: String(seq), closable: true });
    }
    sent.length = 0;
    hear(hello);
    assert.equal(sent.length, 50);
    assert.equal(sent.at(-1)?.message.seq, 199);
  });

  const forged: [string, unknown, string, unknown?][] = [
    ["another origin", hello, EVIL],
    ["another window", hello, SHOP, {}],
    ["another version", { ...hello, v: 2 }, SHOP],
    ["something that is no message", "hello", SHOP],
  ];
  for (const [what, data, origin, source] of forged) {
    it(`ignore ${what}`, () => {
      const { frame, sent, hear } = opened;
      frame.sendToParent({ type: "ready", reference: "r" });
      sent.length = 0;
      if (source === undefined) hear(data, origin);
      else hear(data, origin, source);
      assert.deepEqual(typesOf(sent), []);
    });
  }

  it("agree on which page navigates, and ignore a forged response", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { frame, hear } = opened;
    const acked = frame.waitForAck();
    hear({ v: 1, type: "ack" }, EVIL);
    t.mock.timers.tick(300);
    assert.equal(await acked, false);
    hear(hello);
    const later = frame.waitForAck();
    t.mock.timers.tick(4_000);
    hear({ v: 1, type: "ack" });
    assert.equal(await later, true);
  });
});
