import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { newWebhookSecret, signatureHeaders } from "./signature.ts";
import { checkSignature, type Finding, isGood } from "./signature-check.ts";

const now = new Date("2026-01-15T12:00:00Z");
const secret = newWebhookSecret();
const body = JSON.stringify({
  type: "transaction.succeeded",
  data: { note: "café/✓", url: "https://shop.example/a?b=1", amount: 1250 },
});
const signed = (text = body, sentAt = now, secrets = [secret]) =>
  signatureHeaders({ id: "evt_1", sentAt, body: text }, secrets);
const asLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

type Given = Partial<{ headers: string; body: string; secret: string; isOwnSecret: boolean }>;
function verdicts({ isOwnSecret, ...given }: Given = {}): Record<string, string> {
  const pasted = { headers: asLines(signed()), body, secret, ...given };
  const findings = checkSignature(pasted, { now, isOwnSecret });
  return Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict]));
}
const findingOf = (given: Given, check: Finding["check"]) =>
  checkSignature({ headers: asLines(signed()), body, secret, ...given }, { now }).find(
    (finding) => finding.check === check,
  );

const ALL_GOOD = {
  headers: "complete",
  secret: "well_formed",
  timestamp: "fresh",
  signature: "right",
};

describe("signature check", () => {
  it("accepts a request as it was sent", () => {
    assert.deepEqual(verdicts(), ALL_GOOD);
    assert.ok(checkSignature({ headers: asLines(signed()), body, secret }, { now }).every(isGood));
  });

  it("accepts any body, and either secret of a rotation", () => {
    const previous = newWebhookSecret();
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, isPrevious) => {
        const headers = asLines(signed(text, now, [secret, previous]));
        const given = { headers, body: text, secret: isPrevious ? previous : secret };
        assert.deepEqual(verdicts(given), ALL_GOOD);
      }),
    );
  });

  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": v1 } = signed();
  const forms: Record<string, string> = {
    "other case": `Webhook-Id: ${id}\nWEBHOOK-TIMESTAMP: ${timestamp}\nWebhook-Signature:   ${v1}  `,
    "curl -v": `* Connected\n> POST /hook HTTP/1.1\n> Host: shop.example\n> webhook-id: ${id}\n> webhook-timestamp: ${timestamp}\r\n> webhook-signature: ${v1}\n>\n`,
    "a JSON object": JSON.stringify({ host: "x", ...signed() }, null, 2),
    "a JSON object of lists": JSON.stringify({
      "Webhook-Id": [id],
      "Webhook-Timestamp": [timestamp],
      "Webhook-Signature": [v1],
    }),
    "part of an object": `  'webhook-id': '${id}',\n  'webhook-timestamp': '${timestamp}',\n  "webhook-signature": "${v1}",`,
    "PHP's $_SERVER": `HTTP_WEBHOOK_ID => ${id}\nHTTP_WEBHOOK_TIMESTAMP => ${timestamp}\nHTTP_WEBHOOK_SIGNATURE => ${v1}`,
  };
  for (const [name, headers] of Object.entries(forms)) {
    it(`reads headers as ${name}`, () => assert.deepEqual(verdicts({ headers }), ALL_GOOD));
  }

  it("reads a line to its end, whatever it contains", () => {
    const headers = asLines(signatureHeaders({ id: "a\u2028b", sentAt: now, body }, [secret]));
    assert.deepEqual(verdicts({ headers }), ALL_GOOD);
  });

  it("names each missing header, and then checks no signature", () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
      const { [name]: _, ...others } = signed();
      const headers = asLines(others);
      assert.deepEqual(findingOf({ headers }, "headers"), {
        check: "headers",
        verdict: "header_missing",
        missing: [name],
      });
      assert.equal(verdicts({ headers })["signature"], "unchecked");
    }
    assert.equal(verdicts({ headers: "" })["headers"], "header_missing");
    assert.equal(verdicts({ headers: "webhook-id:" })["headers"], "header_missing");
  });

  it("recognises a timestamp that is too old, in the future or unreadable", () => {
    const at = (seconds: number) => ({
      headers: asLines(signed(body, new Date(now.getTime() - seconds * 1000))),
    });
    for (const seconds of [-300, 0, 300])
      assert.equal(verdicts(at(seconds))["timestamp"], "fresh", String(seconds));
    assert.deepEqual(findingOf(at(301), "timestamp"), {
      check: "timestamp",
      verdict: "too_old",
      seconds: 301,
    });
    assert.deepEqual(findingOf(at(-301), "timestamp"), {
      check: "timestamp",
      verdict: "in_future",
      seconds: 301,
    });
    // Ignores the timestamp: logs are read late.
    assert.equal(verdicts(at(86_400))["signature"], "right");
    for (const wrong of ["2026-01-15T12:00:00Z", "1768478400000", "-1", "1e9", "12.5"]) {
      const headers = asLines({ ...signed(), "webhook-timestamp": wrong });
      assert.equal(verdicts({ headers })["timestamp"], "unreadable", wrong);
      assert.equal(verdicts({ headers })["signature"], "unchecked", wrong);
    }
  });

  it("recognises an invalid secret", () => {
    const wrong = [secret.slice(6), "sk_test_abc", "whsec_", "whsec_short", `${secret}…`];
    for (const given of wrong) {
      assert.equal(verdicts({ secret: given })["secret"], "malformed", given);
      assert.equal(verdicts({ secret: given })["signature"], "unchecked", given);
    }
    assert.equal(verdicts({ secret: "  " })["secret"], "missing");
    assert.deepEqual(verdicts({ secret: ` ${secret}\n` }), ALL_GOOD);
    assert.equal(verdicts({ isOwnSecret: false })["secret"], "unknown");
    assert.equal(verdicts({ isOwnSecret: true })["secret"], "in_use");
  });

  it("recognises a signature header without v1", () => {
    const headers = asLines({ ...signed(), "webhook-signature": v1.replace("v1,", "v1a,") });
    assert.equal(verdicts({ headers })["signature"], "no_v1");
  });

  it("names the change to the body", () => {
    const pretty = JSON.stringify(JSON.parse(body), null, 2);
    const asPython = body.replaceAll('":', '": ').replaceAll(',"', ', "');
    const escaped = body
      .replaceAll("/", "\\/")
      .replaceAll("é", "\\u00e9")
      .replaceAll("✓", "\\u2713");
    const cases: [string, string][] = [
      [`${body}\n`, "body_trimmed"],
      [`\uFEFF${body}`, "body_trimmed"],
      [`\t${body}\r\n`, "body_trimmed"],
      [pretty, "body_reserialised"],
      [pretty.replaceAll("\n", "\r\n"), "body_reserialised"],
      [asPython, "body_reserialised"],
      [escaped, "body_reserialised"],
    ];
    for (const [changed, verdict] of cases) {
      assert.equal(verdicts({ body: changed })["signature"], verdict, JSON.stringify(changed));
    }
    const lines = "a\nb";
    const headers = asLines(signed(lines));
    assert.equal(verdicts({ headers, body: "a\r\nb" })["signature"], "body_line_endings");
    assert.equal(verdicts({ headers, body: " a\r\nb " })["signature"], "body_trimmed");
  });

  it("distinguishes a changed body from a wrong secret if the secret is known", () => {
    const changed = body.replace("1250", "1");
    assert.equal(verdicts({ body: changed })["signature"], "no_match");
    assert.equal(verdicts({ body: changed, isOwnSecret: true })["signature"], "body_altered");
    const other = { secret: newWebhookSecret(), isOwnSecret: false };
    assert.equal(verdicts(other)["signature"], "no_match");
  });

  it("accepts no altered body", () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.constantFrom("~", "0", "é"), (at, letter) => {
        fc.pre(body[at] !== letter);
        const changed = body.slice(0, at) + letter + body.slice(at + 1);
        assert.notEqual(verdicts({ body: changed })["signature"], "right");
      }),
    );
  });

  it("never reveals the secret and never fails, for any input", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string({ unit: anyCharacter }),
        (headers, text, key) => {
          checkSignature({ headers, body: text, secret: key }, { now });
          const findings = checkSignature({ headers, body: text, secret }, { now });
          assert.ok(!JSON.stringify(findings).includes(secret.slice(6)));
        },
      ),
    );
  });
});
