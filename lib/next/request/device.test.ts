import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { newBrowserId } from "#lib/payments/device-lock/lock.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { deviceOf, isBroughtUpToDate, isTopLevel, nameBrowser, payerIpOf } from "./device.ts";
import { BROWSER_ID_HEADER } from "./page-request.ts";

const AGENTS = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  preview: "WhatsApp/2.23.20.0",
};

describe("deviceOf", () => {
  const cases: [name: keyof typeof AGENTS, kind: string, isUnattended: boolean][] = [
    ["iphone", "phone", false],
    ["android", "phone", false],
    ["mac", "desktop", false],
    ["windows", "desktop", false],
    ["preview", "desktop", true],
  ];
  for (const [name, kind, isUnattended] of cases) {
    it(`treats ${name} as a ${kind}`, () => {
      const device = deviceOf(new Headers({ "user-agent": AGENTS[name] }));
      assert.deepEqual(device, { kind, isUnattended });
    });
  }

  it("treats a prefetch as unattended", () => {
    const headers = new Headers({
      "user-agent": AGENTS.iphone,
      "sec-purpose": "prefetch;prerender",
    });
    assert.equal(deviceOf(headers).isUnattended, true);
  });

  it("treats a browser that returns its id as no crawler, unless it prefetches", () => {
    const agent = {
      "user-agent": `${AGENTS.android} YandexSearch/25.1`,
      [BROWSER_ID_HEADER]: newBrowserId(),
    };
    assert.equal(deviceOf(new Headers(agent)).isUnattended, false);
    const several = { ...agent, [BROWSER_ID_HEADER]: `${newBrowserId()} ${newBrowserId()}` };
    assert.equal(deviceOf(new Headers(several)).isUnattended, false);
    const { [BROWSER_ID_HEADER]: _browserId, ...unknown } = agent;
    assert.equal(deviceOf(new Headers(unknown)).isUnattended, true);
    const prefetch = new Headers({ ...agent, "sec-purpose": "prefetch" });
    assert.equal(deviceOf(prefetch).isUnattended, true);
  });

  it("treats a client without a name as a desktop", () => {
    assert.equal(deviceOf(new Headers()).kind, "desktop");
  });
});

const NAMED: [header: string, browser: string, system: string][] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari",
    "Mac OS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Mobile Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15",
    "Firefox",
    "iPad",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Linux"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox", "Android"],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Browser",
    "Android",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome",
    "Chromium OS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0",
    "Opera",
    "Mac OS",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "Chrome Headless",
    "Linux",
  ],
];

describe("nameBrowser", () => {
  it("returns a browser's own name, not the others that it also sends", () => {
    for (const [header, browser, system] of NAMED) {
      assert.deepEqual(nameBrowser(header), { browser, system }, header);
    }
  });

  it("returns nothing for a header without known names", () => {
    const unknown = { browser: undefined, system: undefined };
    for (const header of [null, "", "curl/8.5.0", "<script>alert(1)</script>"]) {
      assert.deepEqual(nameBrowser(header), unknown);
    }
  });

  it("returns short names without markup for any header", () => {
    const known = NAMED.flatMap(([header]) => header.split(/(?<=[ (/])/));
    const part = fc.oneof(
      fc.constantFrom(...known),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { browser = "none", system = "none" } = nameBrowser(parts.join(""));
        for (const name of [browser, system]) assert.match(name, /^[\w ./()-]{1,24}$/);
      }),
    );
  });
});

describe("isTopLevel", () => {
  it("distinguishes frames, tabs and requests without the header", () => {
    assert.equal(isTopLevel(new Headers({ "sec-fetch-dest": "document" })), true);
    assert.equal(isTopLevel(new Headers({ "sec-fetch-dest": "iframe" })), false);
    assert.equal(isTopLevel(new Headers()), undefined);
  });
});

describe("isBroughtUpToDate", () => {
  it("distinguishes the refresh of an open page from a first visit", () => {
    assert.equal(isBroughtUpToDate(new Headers({ "sec-fetch-dest": "empty" })), true);
    for (const destination of ["document", "iframe"]) {
      assert.equal(isBroughtUpToDate(new Headers({ "sec-fetch-dest": destination })), false);
    }
    assert.equal(isBroughtUpToDate(new Headers()), false);
  });
});

describe("payerIpOf", () => {
  const cases: [string | undefined, string | undefined][] = [
    ["203.0.113.9", "203.0.113.9"],
    ["1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["2001:db8::1", "2001:db8::1"],
    ["unknown", undefined],
    ["203.0.113.9\t; drop", undefined],
    ["", undefined],
    [undefined, undefined],
  ];
  for (const [header, expected] of cases) {
    it(`reads ${expected} from ${header}`, () => {
      const headers = new Headers(header === undefined ? {} : { "x-forwarded-for": header });
      assert.equal(payerIpOf(headers), expected);
    });
  }
});
