import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { createAuthority } from "#lib/testing/certificates.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { checkExpiry } from "./expiry.ts";
import { BanksFileError, readBanksFile } from "./file.ts";

const BANK = {
  id: "first",
  name: "First Example Bank",
  country: "DE",
  xs2aUrl: "https://xs2a.first-bank.example/psd2",
  certificate: { certFile: "plain.pem", keyFile: "plain.key" },
};
const { certificate: _, ...UNCERTIFIED } = BANK;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';

describe("file of banks", () => {
  let folder: string;
  const variables: Record<string, string> = {
    PASSPHRASE: "open sesame",
    QWAC_PASSPHRASE: "open sesame",
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "bankside-banks-"));
    const authority = await createAuthority();
    const ours = await authority.issue({ name: "CN=Ours", passphrase: "open sesame" });
    const other = await authority.issue({ name: "CN=Other" });
    const files = {
      "qwac.pem": ours.cert,
      "qwac.key": ours.key,
      "plain.pem": other.cert,
      "plain.key": other.key,
      "ours.pem": ours.cert,
      "ours.key": ours.key,
      "other.key": other.key,
      "other.pem": other.cert,
      "logo.svg": SVG,
      "page.html": "<html><svg></svg></html>",
      "broken.pem": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
      "large.svg": SVG + " ".repeat(50_000),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  });
  after(() => rmSync(folder, { recursive: true }));

  function read(content: unknown, allowHttp = false) {
    const path = join(folder, "banks.json");
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return readBanksFile(path, {
      allowHttp,
      ownOrigins: ["https://bankside.example", "http://127.0.0.1:3000"],
      variable: (name) => variables[name],
    });
  }
  const problems = (content: unknown): string => {
    try {
      read(content);
    } catch (error) {
      if (error instanceof BanksFileError) return error.message;
      throw error;
    }
    return "none";
  };

  it("fills in the defaults of most banks", () => {
    assert.deepEqual(read({ banks: [{ ...UNCERTIFIED, mode: "test" }] }), [
      {
        ...UNCERTIFIED,
        mode: "test",
        product: "sepa-credit-transfers",
        currencies: ["EUR"],
        headers: {},
        quirks: [],
      },
    ]);
  });

  it("reads certificates, keys and logos beside it", () => {
    const certFile = "ours.pem";
    const keyFile = "ours.key";
    const [bank] = read({
      banks: [
        {
          ...BANK,
          logo: "logo.svg",
          certificate: { certFile, keyFile, passphraseVariable: "PASSPHRASE" },
          signing: { certFile: "other.pem", keyFile: "other.key", digest: "SHA-512" },
          authoritiesFile: "other.pem",
        },
      ],
    });
    assert.equal(bank?.certificate?.passphrase, "open sesame");
    assert.ok(bank.certificate.expiresAt instanceof Date);
    assert.equal(bank.signing?.digest, "SHA-512");
    assert.match(bank.authorities ?? "", /BEGIN CERTIFICATE/);
    assert.equal(bank.logo?.type, "image/svg+xml");
    assert.match(bank.logo?.digest ?? "", /^[0-9a-f]{64}$/);
  });

  it("accepts a logo that the file itself contains", () => {
    const logo = `data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}`;
    assert.equal(read({ banks: [{ ...BANK, logo }] })[0]?.logo?.bytes.toString(), SVG);
  });

  const oauth = { step: "approval", issuer: "https://login.example", clientId: "x" };
  const pair = { certFile: "ours.pem", keyFile: "ours.key", passphraseVariable: "PASSPHRASE" };
  const wrong: [string, unknown, RegExp][] = [
    ["no JSON", "{", /is no JSON/],
    ["no list", { bank: [] }, /banks: /],
    ["a bank without a name", { banks: [{ ...BANK, name: "" }] }, /bank first: name: /],
    ["a bank without an id", { banks: [BANK, { ...BANK, id: 7 }] }, /bank 2: id: /],
    ["an id twice", { banks: [BANK, BANK] }, /bank first: id: is there twice/],
    ["an id of the sandbox's", { banks: [{ ...BANK, id: "sandbox-x" }] }, /bank sandbox-x: id: /],
    ["an unknown field", { banks: [{ ...BANK, iban: "x" }] }, /bank first: .*iban/],
    [
      "plain http",
      { banks: [{ ...BANK, xs2aUrl: "http://bank.example" }] },
      /xs2aUrl: must be an https/,
    ],
    [
      "a user in the address",
      { banks: [{ ...BANK, xs2aUrl: "https://a:b@bank.example" }] },
      /xs2aUrl/,
    ],
    [
      "a live bank at Bankside's own address",
      { banks: [{ ...BANK, xs2aUrl: "https://bankside.example/sandbox/bank" }] },
      /bank first: xs2aUrl: is an address of Bankside itself/,
    ],
    [
      "a live bank whose OAuth2 server is Bankside",
      {
        banks: [
          {
            ...BANK,
            oauth: {
              ...oauth,
              issuer: "https://bankside.example/x",
              metadataUrl: "https://bankside.example/y",
            },
          },
        ],
      },
      /oauth\.issuer: is an address of Bankside itself[\s\S]*oauth\.metadataUrl: is/,
    ],
    [
      "a live bank without a certificate",
      { banks: [UNCERTIFIED] },
      /bank first: certificate: must be there: a live bank/,
    ],
    [
      "OAuth2 without a certificate",
      { banks: [{ ...UNCERTIFIED, mode: "test", oauth }] },
      /bank first: certificate: must be there: the OAuth2 server/,
    ],
    ["a wrong BIC", { banks: [{ ...BANK, bic: "X" }] }, /bic: must be a BIC/],
    ["an unknown quirk", { banks: [{ ...BANK, quirks: ["no-payment"] }] }, /quirks\.0/],
    ["a header of ours", { banks: [{ ...BANK, headers: { Digest: "x" } }] }, /headers/],
    ["a broken header", { banks: [{ ...BANK, headers: { "X-A": "a\nb" } }] }, /headers/],
    [
      "an issuer on http",
      { banks: [{ ...BANK, oauth: { ...oauth, issuer: "http://x.example" } }] },
      /oauth\.issuer/,
    ],
    [
      "a file that is missing",
      { banks: [{ ...BANK, logo: "gone.svg" }] },
      /logo: the file gone\.svg/,
    ],
    [
      "a logo that is a page",
      { banks: [{ ...BANK, logo: "page.html" }] },
      /logo: must be a PNG or SVG/,
    ],
    ["a large logo", { banks: [{ ...BANK, logo: "large.svg" }] }, /logo: must have at most 50 kB/],
    [
      "a logo elsewhere",
      { banks: [{ ...BANK, logo: "data:text/html;base64,AAAA" }] },
      /logo: must be/,
    ],
    [
      "another's key",
      { banks: [{ ...BANK, certificate: { ...pair, keyFile: "other.key" } }] },
      /certificate\.keyFile: is not the key/,
    ],
    [
      "a broken certificate",
      { banks: [{ ...BANK, signing: { ...pair, certFile: "broken.pem" } }] },
      /signing\.certFile: holds no certificate/,
    ],
    [
      "authorities that are none",
      { banks: [{ ...BANK, authoritiesFile: "page.html" }] },
      /authoritiesFile: holds no certificate/,
    ],
    [
      "a broken authority",
      { banks: [{ ...BANK, authoritiesFile: "broken.pem" }] },
      /authoritiesFile: holds a broken certificate/,
    ],
    [
      "no passphrase",
      { banks: [{ ...BANK, certificate: { ...pair, passphraseVariable: "GONE" } }] },
      /variable GONE is not set/,
    ],
    [
      "a wrong passphrase",
      { banks: [{ ...BANK, certificate: { ...pair, passphraseVariable: undefined } }] },
      /keyFile: can't be read/,
    ],
  ];
  for (const [what, content, message] of wrong) {
    it(`refuses ${what}, and names the place`, () => {
      assert.match(problems(content), message);
      assert.doesNotMatch(problems(content), /PRIVATE KEY|open sesame/);
    });
  }

  it("lists all errors at once", () => {
    const told = problems({
      banks: [
        { ...BANK, logo: "gone.svg" },
        { ...BANK, id: "other", logo: "page.html" },
      ],
    });
    assert.match(told, /bank first: logo/);
    assert.match(told, /bank other: logo/);
  });

  it("allows plain http only on loopback and outside production", () => {
    const at = (xs2aUrl: string) => ({ banks: [{ ...UNCERTIFIED, xs2aUrl }] });
    assert.equal(read(at("http://127.0.0.1:8080/x"), true).length, 1);
    assert.throws(() => read(at("http://127.0.0.1:8080/x"), false), BanksFileError);
    assert.throws(() => read(at("http://bank.example"), true), BanksFileError);
  });

  it("accepts a test bank at Bankside's own address, and a live bank elsewhere on its machine", () => {
    const at = (xs2aUrl: string, mode: string) =>
      read({ banks: [{ ...UNCERTIFIED, xs2aUrl, mode }] }, true).length;
    assert.equal(at("http://127.0.0.1:3000/sandbox/bank", "test"), 1);
    assert.equal(at("http://127.0.0.1:3001/bank", "live"), 1);
    assert.throws(() => at("http://127.0.0.1:3000/sandbox/bank", "live"), /xs2aUrl: is an address/);
  });

  it("matches the example in the documentation", () => {
    const example = readFileSync(
      new URL("../../../docs/examples/banks.json", import.meta.url),
      "utf8",
    );
    assert.equal(read(example).length, 4);
  });

  it("warns from 30 days before a certificate expires, and after", () => {
    const clock = createFakeClock();
    const at = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(JSON.parse(line)) });
    const bankWith = (id: string, tls: Date, signing: Date) => {
      const [bank] = read({ banks: [{ ...BANK, id }] });
      assert.ok(bank);
      const keys = { cert: "", key: "" };
      return {
        ...bank,
        certificate: { ...keys, expiresAt: tls },
        signing: { ...keys, expiresAt: signing, digest: "SHA-256" as const },
      };
    };
    const banks = [bankWith("good", at(31), at(400)), bankWith("bad", at(30), at(-1))];
    assert.equal(checkExpiry(banks, { clock, logger }), 2);
    assert.deepEqual(
      lines.map(({ alert, bankId, use, daysLeft }) => [alert, bankId, use, daysLeft]),
      [
        ["bank_certificate_expires", "bad", "tls", 30],
        ["bank_certificate_expired", "bad", "signing", 0],
      ],
    );
  });
});
