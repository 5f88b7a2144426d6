import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isRefusedScheme } from "#lib/merchants/app-links/refused-schemes.ts";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { parseAppReturnUrl, unregisteredScheme, withOutcome } from "./app-return-url.ts";

const ACCEPTED: [given: string, expected: string][] = [
  ["myapp", "myapp://"],
  ["myapp:", "myapp://"],
  ["myapp://", "myapp://"],
  ["myapp://pay/done", "myapp://pay/done"],
  ["myapp://pay/done?x=1", "myapp://pay/done?x=1"],
  ["myapp:?x=1", "myapp:?x=1"],
  ["com.example.app:/done", "com.example.app:/done"],
  ["com.example.app", "com.example.app://"],
  ["web+banksidedemo", "web+banksidedemo://"],
  ["web+banksidedemo:return", "web+banksidedemo:return"],
  ["a1", "a1://"],
  ["gitshop", "gitshop://"],
  ["dataplan", "dataplan://"],
  ["mozart", "mozart://"],
  ["intently", "intently://"],
  ["myapp://a/../b", "myapp://a/../b"],
  [`a${"b".repeat(39)}`, `a${"b".repeat(39)}://`],
  [`myapp://${"x".repeat(504)}`, `myapp://${"x".repeat(504)}`],
];

const SCHEMES_OF_OTHERS =
  `http https httpx http+unix ws wss ftp ftps sftp gopher feed webcal javascript vbscript livescript mocha jscript data
  blob file filesystem about view-source chrome chrome-extension chrome-untrusted devtools safari-extension
  safari-web-extension moz-extension wyciwyg jar cid mid mhtml urn res resource ipfs capacitor ionic tauri googlechrome
  googlechromes microsoft-edge microsoft-edge-https firefox firefox-focus opera edge brave x-safari-https x-web-search intent
  android-app android-resource content package market tel telprompt sip sms smsto mms mmsto mailto geo maps itms
  itms-apps itms-services itms-appss macappstore facetime facetime-audio facetime-prompt app-settings app-prefs prefs
  settings-navigation shortcuts workflow x-apple.systempreferences x-apple-reminderkit x-apple-health x-man-page ms-settings
  ms-word ms-msdt ms-appinstaller search-ms hcp shell otpauth ldap ssh telnet vnc smb git news magnet`.split(
    /\s+/,
  );

const HOSTILE = [
  ...SCHEMES_OF_OTHERS.flatMap((scheme) => [
    scheme,
    `${scheme}:`,
    `${scheme}://evil.example/x?y=1`,
  ]),
  "",
  ":",
  "://",
  "//evil.example",
  "/path",
  "?x=1",
  "a",
  "1app",
  "+app",
  ".app",
  "-app",
  "MyApp://",
  "myApp",
  "MYAPP",
  "JAVASCRIPT:alert(1)",
  "JavaScript:alert(1)",
  "javascript:alert(1)",
  "javascript:%61lert(1)",
  "java\nscript:alert(1)",
  "java\tscript:alert(1)",
  "java\rscript:alert(1)",
  "java\u0000script:alert(1)",
  "javascript\t:alert(1)",
  "javascript\u00a0:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "\ufeffjavascript:alert(1)",
  "javascript\u200b:alert(1)",
  "j\u0430vascript:alert(1)",
  "ｊavascript:alert(1)",
  "javaſcript:alert(1)",
  "ħttps://evil.example",
  "https\uff1a//evil.example",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "vbscript:msgbox(1)",
  "intent://x#Intent;scheme=http;end",
  "myapp ",
  " myapp",
  "my app",
  "myapp://a b",
  "myapp://a\tb",
  "myapp://a\nb",
  "myapp\n",
  "myapp://\n",
  "myapp://pay\r\nset-cookie:x",
  "myapp\u0000",
  "myapp://\u0000",
  "myapp://pay\u007f",
  "myapp://pay#fragment",
  "myapp#",
  "myapp?x=1",
  "myapp/pay",
  "myapp://user@host",
  "myapp://user:pass@host",
  "myapp://host:8080",
  "myapp:javascript:alert(1)",
  "myapp://%2e%2e",
  "myapp://%00",
  "myapp://%0d%0a",
  "myapp://a%20b",
  "myapp:\\\\host",
  "myapp:\\host",
  "myapp://a\\b",
  "myapp://a?b?c",
  "myapp://a?b#c",
  "myapp://a?b=%20",
  "myapp://a?b=c+d",
  "myapp://a?u=https://evil.example",
  'myapp://"onclick=alert(1)',
  "myapp://'",
  "myapp://<b>",
  "myapp://a;b",
  "myapp://a,b",
  "myapp://(a)",
  "myapp://[::1]",
  "myapp://{id}",
  "myapp://a|b",
  "myapp://a^b",
  "myapp://a`b",
  "myapp://a$b",
  "myapp://a!b",
  "myapp://a*b",
  "myapp://caf\u00e9",
  "myapp://\u202eexe",
  "myapp://\u{1f600}",
  "myapp://\ud800",
  "myap\u0440://",
  "mуapp",
  "my_app",
  "myapp%3a//",
  `a${"b".repeat(40)}`,
  `myapp://${"x".repeat(505)}`,
  "x".repeat(100_000),
];

describe("the app's return address", () => {
  for (const [given, expected] of ACCEPTED) {
    it(`accepts ${given.slice(0, 50)}`, () => assert.equal(parseAppReturnUrl(given), expected));
  }

  it(`refuses ${HOSTILE.length} hostile addresses`, () => {
    for (const text of HOSTILE) {
      assert.equal(parseAppReturnUrl(text), undefined, JSON.stringify(text.slice(0, 80)));
    }
  });

  it("names a scheme that the account does not list", () => {
    const own = ["myapp", "com.example.app"];
    for (const url of ["myapp://x", "com.example.app://", "myapp:?x=1"]) {
      assert.equal(unregisteredScheme(url, own), undefined, url);
    }
    for (const other of ["myap", "myapps", "myapp2", "com.example.ap", "com.exampleXapp"]) {
      assert.equal(unregisteredScheme(`${other}://myapp:x`, own), other);
    }
    assert.equal(unregisteredScheme("myapp://", []), "myapp");
  });

  it("parses to the same address under its own scheme", () => {
    const part = fc.oneof(
      fc.string(),
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(..."az09+.-~_/?=&:%#@\\ \t") }),
      fc.constantFrom("javascript", "https", "myapp", "com.example", "://", ":", "?"),
    );
    const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));
    const wellFormed = fc.stringMatching(
      /^[a-z][a-z0-9+.-]{1,12}:[A-Za-z0-9._~/-]*(\?[\w.~/=&-]*)?$/,
    );
    fc.assert(
      fc.property(fc.oneof(text, wellFormed), (given) => {
        const parsed = parseAppReturnUrl(given);
        if (parsed === undefined) return;
        const scheme = /^[^:]*/.exec(given)?.[0] ?? "";
        const { protocol, hash, username, password, port } = new URL(parsed);
        assert.equal(protocol, `${scheme}:`);
        assert.equal(scheme, scheme.toLowerCase());
        assert.ok(!isRefusedScheme(scheme));
        assert.equal(`${hash}${username}${password}${port}`, "");
      }),
    );
  });
});

describe("the outcome in the app's return address", () => {
  const outcome = {
    status: "succeeded",
    transactionId: "txn_01k0000000000000000000000a",
    externalId: null,
  } as const;
  const tail = "status=succeeded&transactionId=txn_01k0000000000000000000000a";

  const cases: [url: string, externalId: string | null, expected: string][] = [
    ["myapp://", null, `myapp://?${tail}`],
    ["myapp://pay?", null, `myapp://pay?${tail}`],
    ["myapp://pay?x=1", null, `myapp://pay?x=1&${tail}`],
    ["myapp://pay?x=1&x=2&&y", null, `myapp://pay?x=1&x=2&y&${tail}`],
    ["myapp://pay?status=paid&x=1&status", null, `myapp://pay?x=1&${tail}`],
    ["myapp://pay?externalId=7&statusx=1", null, `myapp://pay?statusx=1&${tail}`],
    ["myapp:done", "order 1", `myapp:done?${tail}&externalId=order%201`],
    ["myapp://", "&status=failed#", `myapp://?${tail}&externalId=%26status%3Dfailed%23`],
    ["myapp://", "a\ud800b", `myapp://?${tail}&externalId=a%EF%BF%BDb`],
  ];
  for (const [url, externalId, expected] of cases) {
    it(`is added to ${url} with ${JSON.stringify(externalId)}`, () => {
      assert.equal(withOutcome(url, { ...outcome, externalId }), expected);
    });
  }

  it("is read back as written, once, for any address", () => {
    const query = fc.stringMatching(/^[\w.~/=&-]{0,30}$/);
    const path = fc.stringMatching(/^[A-Za-z0-9._~/-]{0,20}$/);
    fc.assert(
      fc.property(path, query, fc.string({ unit: anyCharacter }), (rest, pairs, externalId) => {
        const url = parseAppReturnUrl(`myapp:${rest}?${pairs}&status=x&externalId=y`);
        assert.ok(url);
        const told = new URL(withOutcome(url, { ...outcome, externalId }));
        assert.equal(told.protocol, "myapp:");
        assert.deepEqual(told.searchParams.getAll("status"), ["succeeded"]);
        assert.deepEqual(told.searchParams.getAll("transactionId"), [outcome.transactionId]);
        assert.deepEqual(told.searchParams.getAll("externalId"), [externalId.toWellFormed()]);
      }),
    );
  });
});
