import { expect, test } from "playwright/test";
import { testAndroid } from "../../scripts/native/java.ts";
import { recordReport } from "../../scripts/native/report.ts";
import { testIos } from "../../scripts/native/swift.ts";
import { servers } from "../kit/servers.ts";
import { makeAccount } from "../payer/app-user.ts";
import { startPaymentView } from "./payment-view.ts";

const SDKS = { ios: testIos, android: testAndroid };
const SCHEME = "cornercoffee";

// Compiled by the native SDKs' lane.
for (const name of (process.env["NATIVE_SDKS"] ?? "").split(",")) {
  if (!(name === "ios" || name === "android")) continue;
  test(`the SDK for ${name} pays at a running Bankside`, async ({ browser }) => {
    test.setTimeout(180_000);
    const { keys } = await makeAccount({ schemes: [SCHEME], isWhitelisted: true });
    const api = `${servers().app.url}/api`;
    const view = await startPaymentView(browser, api);
    try {
      const report = await SDKS[name](".*RunningBanksideTests?(/.*)?", {
        BANKSIDE_API: api,
        BANKSIDE_KEY: keys.sdk,
        BANKSIDE_SCHEME: SCHEME,
        BANKSIDE_VIEW: view.url,
      });
      expect(recordReport(report)).toBe(0);
      expect(report.results.map(({ outcome }) => outcome)).not.toContain("skipped");
    } finally {
      await view.close();
    }
  });
}
