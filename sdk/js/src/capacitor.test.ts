import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createCapacitorLauncher } from "./capacitor.ts";

const URL_TO_PAY = "https://pay.example/secure?token=t&jwt=j";
const TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";
const BACK = `myapp://?status=succeeded&transactionId=${TXN}`;
const CHANCE_MS = 1_500;

/** Listeners are asynchronous, as on Capacitor's bridge. */
function fakePhone({ canClose = true } = {}) {
  const listeners = new Map<string, Set<(event: never) => void>>();
  const log: string[] = [];
  const addListener = async (event: string, listener: (event: never) => void) => {
    await Promise.resolve();
    const set = listeners.get(event) ?? new Set();
    listeners.set(event, set.add(listener));
    return { remove: async () => void set.delete(listener) };
  };
  const fire = (event: string, value?: unknown) => {
    for (const listener of listeners.get(event) ?? []) Reflect.apply(listener, undefined, [value]);
  };
  return {
    log,
    App: { addListener },
    Browser: {
      addListener,
      async open({ url }: { url: string }) {
        log.push(`open ${url}`);
      },
      async close() {
        log.push("close");
        if (!canClose) throw new Error("not implemented on android");
      },
    },
    finish: () => fire("browserFinished"),
    callBack: (url: string) => fire("appUrlOpen", { url }),
    switchApp: (isActive: boolean) => fire("appStateChange", { isActive }),
    listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
}

async function start(phone = fakePhone(), signal?: AbortSignal) {
  const launcher = createCapacitorLauncher(phone);
  const heard: (string | undefined)[] = [];
  const options = { urlScheme: "myapp", transactionId: TXN, signal };
  const opening = launcher.open(URL_TO_PAY, options).then((address) => heard.push(address));
  await settle();
  return { phone, heard, opening };
}

describe("with Capacitor", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("the app's scheme returns the address, and the browser closes", async () => {
    const { phone, heard, opening } = await start();
    phone.callBack(BACK);
    await opening;
    assert.deepEqual(heard, [BACK]);
    assert.deepEqual(phone.log, [`open ${URL_TO_PAY}`, "close"]);
    assert.equal(phone.listening(), 0);
  });

  it("the address counts although Android reports the finished browser first", async () => {
    const { phone, heard, opening } = await start();
    phone.finish();
    mock.timers.tick(CHANCE_MS - 1);
    await settle();
    assert.deepEqual(heard, []);
    phone.callBack(BACK);
    await opening;
    assert.deepEqual(heard, [BACK]);
  });

  it("a browser that the user closes has no result, after a moment", async () => {
    const { phone, heard, opening } = await start();
    phone.finish();
    mock.timers.tick(CHANCE_MS);
    await opening;
    assert.deepEqual(heard, [undefined]);
    assert.equal(phone.listening(), 0);
  });

  it("the wait continues while the bank's app hides the tab", async () => {
    const { phone, heard, opening } = await start();
    phone.switchApp(false);
    phone.finish();
    mock.timers.tick(10 * 60_000);
    await settle();
    assert.deepEqual(heard, []);
    phone.callBack(BACK);
    phone.switchApp(true);
    await opening;
    assert.deepEqual(heard, [BACK]);
  });

  it("the wait ends when the user returns to the app manually", async () => {
    const { phone, heard, opening } = await start();
    phone.switchApp(false);
    phone.finish();
    phone.switchApp(true);
    mock.timers.tick(CHANCE_MS);
    await opening;
    assert.deepEqual(heard, [undefined]);
  });

  it("the wait continues on iOS through the bank's app and back, with the browser open", async () => {
    const { phone, heard, opening } = await start();
    phone.switchApp(false);
    phone.switchApp(true);
    mock.timers.tick(10 * 60_000);
    await settle();
    assert.deepEqual(heard, []);
    phone.callBack(BACK);
    await opening;
  });

  for (const other of [
    "other://?status=succeeded",
    `https://app.example/?${BACK}`,
    "myapp://?transactionId=txn_2&status=failed",
    "myapp://?transactionId=txn_2&status=processing",
    "myapp://?status=succeeded",
    "myapp://oauth/callback?code=1",
    "myapp://promo",
  ]) {
    it(`another address does not end it: ${other}`, async () => {
      const { phone, heard, opening } = await start();
      phone.callBack(other);
      await settle();
      assert.deepEqual(heard, []);
      assert.ok(!phone.log.includes("close"));
      phone.callBack(BACK);
      await opening;
    });
  }

  it("a payment the bank is still processing ends it", async () => {
    const { phone, heard, opening } = await start();
    phone.callBack(`myapp://?status=processing&transactionId=${TXN}`);
    await opening;
    assert.equal(heard.length, 1);
  });

  it("a browser that the app can't close does no harm", async () => {
    const { phone, heard, opening } = await start(fakePhone({ canClose: false }));
    phone.callBack(BACK);
    await opening;
    assert.deepEqual(heard, [BACK]);
  });

  it("an abort closes the browser and removes the listeners", async () => {
    const controller = new AbortController();
    const { phone, heard, opening } = await start(fakePhone(), controller.signal);
    controller.abort();
    await opening;
    assert.deepEqual(heard, [undefined]);
    assert.deepEqual(phone.log, [`open ${URL_TO_PAY}`, "close"]);
    assert.equal(phone.listening(), 0);
  });

  it("a browser that does not open leaves no listener behind", async () => {
    const phone = fakePhone();
    const Browser = { ...phone.Browser, open: () => Promise.reject(new Error("no browser")) };
    const launcher = createCapacitorLauncher({ Browser, App: phone.App });
    await assert.rejects(launcher.open(URL_TO_PAY, { urlScheme: "myapp" }), /no browser/);
    assert.equal(phone.listening(), 0);
  });
});
