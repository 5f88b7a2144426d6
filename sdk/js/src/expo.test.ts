import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createExpoLauncher } from "./expo.ts";

const URL_TO_PAY = "https://pay.example/secure?token=t&jwt=j";

type Result = { type: string; url?: string };

/** On Android, ends with the first address with the given prefix. */
function fakeWebBrowser(...results: Result[]) {
  const calls: unknown[][] = [];
  let dismiss = (_: Result) => {};
  return {
    calls,
    openAuthSessionAsync(...call: unknown[]): Promise<Result> {
      calls.push(call);
      const result = results.shift();
      if (result) return Promise.resolve(result);
      return new Promise((resolve) => {
        dismiss = resolve;
      });
    },
    dismissAuthSession: () => dismiss({ type: "dismiss" }),
  };
}

describe("with Expo", () => {
  it("the returned address is passed on", async () => {
    const browser = fakeWebBrowser({ type: "success", url: "myapp://?status=failed" });
    const launcher = createExpoLauncher(browser);
    assert.equal(await launcher.open(URL_TO_PAY, { urlScheme: "myapp" }), "myapp://?status=failed");
    assert.equal(browser.calls[0]?.[0], URL_TO_PAY);
  });

  for (const urlScheme of ["myapp", "myapp:", "myapp://pay/back"]) {
    it(`Android waits for the scheme of ${urlScheme} only`, async () => {
      const browser = fakeWebBrowser({ type: "cancel" });
      await createExpoLauncher(browser).open(URL_TO_PAY, { urlScheme });
      const prefix = String(browser.calls[0]?.[1]);
      for (const returned of [
        "myapp:?status=failed",
        "myapp://?status=failed",
        "myapp://pay/back?s",
      ]) {
        assert.ok(returned.startsWith(prefix), `${returned} begins with ${prefix}`);
      }
      assert.ok(!"myapp2://".startsWith(prefix));
    });
  }

  for (const type of ["cancel", "dismiss", "opened"]) {
    it(`a view that ended with "${type}" has no result`, async () => {
      const launcher = createExpoLauncher(fakeWebBrowser({ type, url: "myapp://?odd" }));
      assert.equal(await launcher.open(URL_TO_PAY, { urlScheme: "myapp" }), undefined);
    });
  }

  it("a second session beside an open one is a failure, not a closed view", async () => {
    const launcher = createExpoLauncher(fakeWebBrowser({ type: "locked" }));
    await assert.rejects(launcher.open(URL_TO_PAY, { urlScheme: "myapp" }), /open already/);
  });

  it("an app without a scheme has no return address", async () => {
    const browser = fakeWebBrowser({ type: "cancel" });
    await createExpoLauncher(browser).open(URL_TO_PAY, {});
    assert.equal(browser.calls[0]?.[1], null);
  });

  it("the tab on Android stays while the bank's app is in front", async () => {
    const browser = fakeWebBrowser({ type: "cancel" });
    await createExpoLauncher(browser).open(URL_TO_PAY, {});
    assert.deepEqual(browser.calls[0]?.[2], { showInRecents: true });
  });

  it("an ephemeral session is requested only if configured", async () => {
    const browser = fakeWebBrowser({ type: "cancel" }, { type: "cancel" });
    await createExpoLauncher(browser).open(URL_TO_PAY, {});
    await createExpoLauncher(browser, { preferEphemeralSession: true }).open(URL_TO_PAY, {});
    assert.deepEqual(
      browser.calls.map(([, , options]) => options),
      [{ showInRecents: true }, { showInRecents: true, preferEphemeralSession: true }],
    );
  });

  it("an abort closes the sheet", async () => {
    const controller = new AbortController();
    const browser = fakeWebBrowser();
    const opening = createExpoLauncher(browser).open(URL_TO_PAY, { signal: controller.signal });
    controller.abort();
    assert.equal(await opening, undefined);
  });

  it("an abort ends the wait if the tab can't be closed", { timeout: 5_000 }, async () => {
    const controller = new AbortController();
    let fail = (_: Error) => {};
    const android = {
      openAuthSessionAsync: () =>
        new Promise<Result>((_, reject) => {
          fail = reject;
        }),
      dismissAuthSession() {
        throw new Error("not available on android");
      },
    };
    const opening = createExpoLauncher(android).open(URL_TO_PAY, { signal: controller.signal });
    controller.abort();
    // Must not cause an unhandled rejection.
    fail(new Error("too late"));
    assert.equal(await opening, undefined);
  });

  it("an aborted payment is not shown", async () => {
    const browser = fakeWebBrowser();
    const signal = AbortSignal.abort();
    assert.equal(await createExpoLauncher(browser).open(URL_TO_PAY, { signal }), undefined);
    assert.equal(browser.calls.length, 0);
  });
});
