import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type BrowserWindow, createBrowserLauncher, handBack, registerReturn } from "./browser.ts";

const ORIGIN = "https://app.example";
const URL_TO_PAY = "https://pay.example/secure?token=t&jwt=j";
const TXN = "txn_01k9f3v8q2e6rbt5m7x4d0c1an";
const BACK = `web+shop:?status=succeeded&transactionId=${TXN}`;
const OPTIONS = { urlScheme: "web+shop", transactionId: TXN };

/** Windows of one site share broadcast channels. */
function fakeSite() {
  const channels = new Map<string, Set<FakeChannel>>();
  class FakeChannel {
    readonly listeners: ((event: { data: unknown }) => void)[] = [];
    readonly peers: Set<FakeChannel>;
    constructor(name: string) {
      this.peers = channels.get(name) ?? new Set();
      channels.set(name, this.peers.add(this));
    }
    postMessage(data: unknown): void {
      for (const peer of this.peers) {
        if (peer !== this) for (const listener of peer.listeners) listener({ data });
      }
    }
    addEventListener(_: "message", listener: (event: { data: unknown }) => void): void {
      this.listeners.push(listener);
    }
    close(): void {
      this.peers.delete(this);
    }
  }
  const popups: { opener: unknown; at: string; isOpen: boolean; closed: boolean }[] = [];
  const registered: [string, string][] = [];
  const window: BrowserWindow = {
    location: { origin: ORIGIN },
    BroadcastChannel: FakeChannel,
    navigator: { registerProtocolHandler: (...call) => void registered.push(call) },
    open(url) {
      const popup = { opener: window as unknown, at: url, isOpen: true, closed: false };
      popups.push(popup);
      return Object.assign(popup, {
        location: {
          replace(next: string) {
            popup.at = next;
          },
        },
        close() {
          popup.isOpen = false;
          popup.closed = true;
        },
      });
    },
  };
  const waiting = () => [...channels.values()].reduce((sum, set) => sum + set.size, 0);
  return { window, popups, registered, waiting };
}

const called = (address: string) => `?address=${encodeURIComponent(address)}`;

describe("in a browser", () => {
  it("the window opens empty at once and leads to the payment later, without a tie to the app", () => {
    const { window, popups } = fakeSite();
    const view = createBrowserLauncher({ window }).prepare?.();
    assert.equal(popups[0]?.at, "about:blank");
    view?.open(URL_TO_PAY, OPTIONS);
    assert.equal(popups[0]?.at, URL_TO_PAY);
    assert.equal(popups[0]?.opener, null);
    assert.equal(popups.length, 1);
  });

  it("a blocked window is reported before anything is created", () => {
    const { window } = fakeSite();
    const blocked = { ...window, open: () => null };
    assert.throws(() => createBrowserLauncher({ window: blocked }).prepare?.(), {
      code: "popup_blocked",
    });
  });

  it("the page that handles the scheme passes its address to the waiting page", async () => {
    const { window, waiting } = fakeSite();
    const opening = createBrowserLauncher({ window }).open(URL_TO_PAY, OPTIONS);
    assert.equal(handBack(called(BACK), window), true);
    assert.equal(await opening, BACK);
    assert.equal(waiting(), 0);
  });

  it("an abort ends the wait, because a window that the user closes can't be detected", async () => {
    const { window, popups, waiting } = fakeSite();
    const controller = new AbortController();
    const launcher = createBrowserLauncher({ window });
    const opening = launcher.open(URL_TO_PAY, { ...OPTIONS, signal: controller.signal });
    controller.abort();
    assert.equal(await opening, undefined);
    assert.equal(waiting(), 0);
    assert.equal(popups[0]?.isOpen, true, "the payment may go on there");
  });

  it("an aborted payment is not shown", async () => {
    const { window, popups } = fakeSite();
    const options = { ...OPTIONS, signal: AbortSignal.abort() };
    assert.equal(await createBrowserLauncher({ window }).open(URL_TO_PAY, options), undefined);
    assert.equal(popups[0]?.isOpen, false);
    assert.equal(popups[0]?.at, "about:blank");
  });

  it("a window that the user closes before the payment opens ends it", async () => {
    const { window, popups, waiting } = fakeSite();
    const view = createBrowserLauncher({ window }).prepare?.();
    for (const popup of popups) Object.assign(popup, { closed: true });
    assert.equal(await view?.open(URL_TO_PAY, OPTIONS), undefined);
    assert.equal(popups[0]?.at, "about:blank");
    assert.equal(waiting(), 0);
  });

  it("a window without anything to show is closed", () => {
    const { window, popups } = fakeSite();
    createBrowserLauncher({ window }).prepare?.().discard();
    assert.equal(popups[0]?.isOpen, false);
  });

  it("two tabs that pay at the same time each get their own result", async () => {
    const { window } = fakeSite();
    const launcher = createBrowserLauncher({ window });
    const first = launcher.open(URL_TO_PAY, OPTIONS);
    const second = launcher.open(URL_TO_PAY, { ...OPTIONS, transactionId: "txn_2" });
    handBack(called("web+shop:?status=failed&transactionId=txn_2"), window);
    handBack(called(BACK), window);
    assert.equal(await first, BACK);
    assert.match((await second) ?? "", /txn_2/);
  });

  it("other messages on the channel are ignored", async () => {
    const { window } = fakeSite();
    const opening = createBrowserLauncher({ window }).open(URL_TO_PAY, OPTIONS);
    const channel = new window.BroadcastChannel("bankside-return");
    for (const odd of [
      undefined,
      null,
      7,
      { address: BACK },
      "https://evil.example",
      "web+other:?",
      "web+shop:?status=processing&transactionId=txn_other",
      "web+shop://elsewhere",
    ]) {
      channel.postMessage(odd);
    }
    channel.postMessage(BACK);
    assert.equal(await opening, BACK);
  });

  it("registers the return page", () => {
    const { window, registered } = fakeSite();
    assert.equal(registerReturn("web+shop", "/return", window), true);
    assert.deepEqual(registered, [["web+shop", `${ORIGIN}/return?address=%s`]]);
  });

  it("registers nothing for schemes that a web page can't have, or in a browser without support", () => {
    const { window, registered } = fakeSite();
    for (const scheme of ["shop", "web+", "web+shop1", "web+my-shop", "mailto"]) {
      assert.equal(registerReturn(scheme, "/return", window), false);
    }
    assert.deepEqual(registered, []);
    assert.equal(registerReturn("web+shop", "/return", { ...window, navigator: {} }), false);
    const refusing = {
      registerProtocolHandler() {
        throw new DOMException("no", "SecurityError");
      },
    };
    assert.equal(registerReturn("web+shop", "/return", { ...window, navigator: refusing }), false);
  });

  const nothing = [
    "",
    "?",
    "?address=",
    "?address=%",
    "?address=javascript%3Aalert(1)",
    "?address=https%3A%2F%2Fa.example",
    `${called(BACK)}&address=web%2Bshop%3A`,
  ];
  for (const query of nothing) {
    it(`passes nothing on for ${JSON.stringify(query)}`, () => {
      const { window, waiting } = fakeSite();
      assert.equal(handBack(query, window), false);
      assert.equal(waiting(), 0);
    });
  }
});
