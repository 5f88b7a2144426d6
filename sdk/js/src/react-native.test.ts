import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createWebViewLauncher,
  createWebViewPayment,
  type PresentedPayment,
} from "./react-native.ts";

const TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";
const BACK = `myapp://?status=failed&transactionId=${TXN}`;
const URL_TO_PAY = "https://pay.example/secure?token=t&jwt=j";

function show(openExternally?: (url: string) => unknown) {
  const outside: string[] = [];
  const returned: string[] = [];
  const props = createWebViewPayment(URL_TO_PAY, {
    urlScheme: "myapp",
    transactionId: TXN,
    openExternally: openExternally ?? ((url) => outside.push(url)),
    onReturn: (address) => returned.push(address),
  });
  return { props, outside, returned, load: props.onShouldStartLoadWithRequest };
}

/** As in react-native-webview: schemes off the list open outside. */
function isAsked(originWhitelist: string[], url: string): boolean {
  const origin = /^[A-Za-z][A-Za-z0-9+.-]+:(\/\/)?[^/]*/.exec(url)?.[0] ?? "";
  return originWhitelist.some((pattern) =>
    new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}`).test(
      origin,
    ),
  );
}

describe("in a React Native WebView", () => {
  it("the payment's address is loaded", () => {
    assert.deepEqual(show().props.source, { uri: URL_TO_PAY });
  });

  it("every scheme is handled, because the default list would lose the return link", () => {
    const { originWhitelist } = show().props;
    for (const url of [
      "myapp://?status=failed",
      "myapp:?status=failed",
      "bankapp://pay",
      URL_TO_PAY,
    ]) {
      assert.ok(isAsked(originWhitelist, url), url);
    }
    assert.ok(!isAsked(["http://*", "https://*"], "myapp://?status=failed"));
  });

  it("pages of the payment and of banks load", () => {
    const { load, outside } = show();
    assert.equal(load({ url: URL_TO_PAY, isTopFrame: true }), true);
    assert.deepEqual(outside, []);
  });

  for (const url of [
    BACK,
    `myapp:?status=succeeded&transactionId=${TXN}`,
    `MyApp://?status=processing&transactionId=${TXN}`,
  ]) {
    it(`${url} ends the payment and loads nothing`, () => {
      const { load, returned } = show();
      assert.equal(load({ url }), false);
      assert.deepEqual(returned, [url]);
    });
  }

  it("a return that is requested twice ends the payment once", () => {
    const { load, returned } = show();
    load({ url: BACK });
    load({ url: `myapp://?status=succeeded&transactionId=${TXN}` });
    assert.deepEqual(returned, [BACK]);
  });

  for (const url of [
    "myapp://?status=failed&transactionId=txn_2",
    "myapp://?status=succeeded",
    "myapp://oauth/callback?code=1",
  ]) {
    it(`${url} is ignored because it is not of this payment`, async () => {
      const { load, returned, outside } = show();
      assert.equal(load({ url }), false);
      await Promise.resolve();
      assert.deepEqual([...returned, ...outside], []);
      load({ url: BACK });
      assert.deepEqual(returned, [BACK]);
    });
  }

  it("a frame inside the page can't end the payment or open an app", () => {
    const { load, returned, outside } = show();
    assert.equal(load({ url: BACK, isTopFrame: false }), false);
    assert.equal(load({ url: "bankapp://pay", isTopFrame: false }), false);
    assert.deepEqual([...returned, ...outside], []);
  });

  it("a bank's app is opened outside", async () => {
    const { load, outside, returned } = show();
    assert.equal(load({ url: "bankapp://approve/1" }), false);
    assert.equal(load({ url: "myapp2://x" }), false);
    await Promise.resolve();
    assert.deepEqual(outside, ["bankapp://approve/1", "myapp2://x"]);
    assert.deepEqual(returned, []);
  });

  it("a missing bank app leaves the page unchanged", async () => {
    for (const open of [() => Promise.reject(new Error("no app")), () => assert.fail("no app")]) {
      const { load } = show(open);
      assert.equal(load({ url: "bankapp://approve/1" }), false);
      await Promise.resolve();
    }
  });

  it("a script address is not opened", async () => {
    const { load, outside, returned } = show();
    assert.equal(load({ url: "javascript:alert(1)" }), false);
    await Promise.resolve();
    assert.deepEqual([...outside, ...returned], []);
  });

  it("a link to a new window opens in the view, and files stay closed", () => {
    const { props } = show();
    assert.equal(props.setSupportMultipleWindows, false);
    assert.equal(props.allowFileAccess, false);
  });
});

describe("the launcher of a React Native WebView", () => {
  function start(signal?: AbortSignal) {
    const shown: (PresentedPayment | undefined)[] = [];
    const launcher = createWebViewLauncher({
      present: (payment) => shown.push(payment),
      openExternally: () => undefined,
    });
    return {
      shown,
      opening: launcher.open(URL_TO_PAY, { urlScheme: "myapp", transactionId: TXN, signal }),
    };
  }

  it("shows the view, and removes it when the payment returns", async () => {
    const { shown, opening } = start();
    shown[0]?.props.onShouldStartLoadWithRequest({
      url: "myapp://?status=failed&transactionId=txn_2",
    });
    assert.equal(shown.length, 1);
    shown[0]?.props.onShouldStartLoadWithRequest({ url: BACK });
    assert.equal(await opening, BACK);
    assert.equal(shown.length, 2);
    assert.equal(shown[1], undefined);
  });

  it("has no result if the user closed the view", async () => {
    const { shown, opening } = start();
    shown[0]?.close();
    assert.equal(await opening, undefined);
    assert.equal(shown[1], undefined);
  });

  it("can be aborted before and while it shows", async () => {
    const controller = new AbortController();
    const { shown, opening } = start(controller.signal);
    controller.abort();
    assert.equal(await opening, undefined);
    assert.equal(shown.length, 2);
    const late = start(controller.signal);
    assert.equal(await late.opening, undefined);
    assert.equal(late.shown.length, 0);
  });
});
