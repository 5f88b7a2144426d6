import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#lib/testing/any-character.ts";
import { type Case, diagnose, NEEDED_FLAGS, originOf } from "./check.ts";
import { readPageHeaders, readSandbox } from "./pasted.ts";

const site = {
  checkoutUrl: "https://pay.example/checkout",
  scriptUrl: "https://pay.example/embed.js",
};
const origin = "https://shop.example";
const payment = { isFinished: false, ancestors: [origin, "https://secret.example"] };
const nothing: Case = { origin: "", csp: "", sandbox: "", payment: "not-asked" };

const findings = (given: Partial<Case>, where = site) => diagnose({ ...nothing, ...given }, where);
const codes = (given: Partial<Case>, where = site) =>
  findings(given, where).map(({ code }) => code);
const badOnes = (given: Partial<Case>, where = site) =>
  findings(given, where)
    .filter(({ level }) => level === "bad")
    .map(({ code }) => code);

describe("the doctor", () => {
  it("has nothing against a page that does everything right", () => {
    const csp = `default-src 'self'; frame-src https://pay.example; script-src 'self' https://pay.example`;
    assert.deepEqual(codes({ origin, csp, payment }), [
      "payable",
      "registered",
      "frameAllowed",
      "scriptAllowed",
      "noSandbox",
      "cookies",
    ]);
  });

  it("names a site that is not registered, and no other", () => {
    const found = findings({ origin: "https://other.example/cart?a=1", payment });
    assert.deepEqual(
      found.find(({ code }) => code === "unregistered"),
      {
        code: "unregistered",
        level: "bad",
        values: { origin: "https://other.example" },
        copy: "https://other.example",
      },
    );
    assert.doesNotMatch(JSON.stringify(found), /secret|shop\.example/);
  });

  it("says nothing of registered sites where it knows no payment", () => {
    for (const unknown of ["unknown", "not-asked"] as const) {
      const found = codes({ origin, payment: unknown });
      assert.ok(!found.includes("registered") && !found.includes("unregistered"));
    }
  });

  it("tells a finished payment", () => {
    assert.ok(codes({ payment: { ...payment, isFinished: true } }).includes("finished"));
  });

  it("reads origins out of addresses, and knows what is none", () => {
    assert.equal(originOf("shop.example/cart"), origin);
    assert.equal(originOf(" https://shop.example:443/cart "), origin);
    for (const text of ["", "javascript://x", "https://", "a b"]) {
      assert.equal(originOf(text), undefined);
    }
    assert.ok(badOnes({ origin: "file:///a.html" }).includes("badOrigin"));
  });

  it("knows which mixtures of http and https browsers refuse", () => {
    const plain = { ...site, checkoutUrl: "http://pay.example/checkout" };
    assert.ok(badOnes({ origin }, plain).includes("mixed"));
    const local = { ...site, checkoutUrl: "http://localhost:3000/checkout" };
    assert.ok(codes({ origin }, local).includes("mixedLoopback"));
    assert.ok(codes({ origin: "http://shop.example" }).includes("plainPage"));
    assert.deepEqual(badOnes({ origin: "http://shop.example" }, plain), []);
  });

  it("mends a policy without taking anything from it", () => {
    const [found] = findings({ origin, csp: "frame-src https://maps.example" }).filter(
      ({ code }) => code === "frameBlocked",
    );
    assert.equal(found?.copy, "frame-src https://maps.example https://pay.example");
    const [inherited] = findings({ origin, csp: "default-src 'none'" }).filter(
      ({ code }) => code === "frameBlocked",
    );
    assert.equal(inherited?.copy, "frame-src https://pay.example");
  });

  it("a line it offers lets the frame and the script pass", () => {
    const source = fc.constantFrom("'self'", "'none'", "https://a.example", "*.b.example", "data:");
    const directive = fc.constantFrom("default-src", "child-src", "frame-src", "script-src");
    const policy = fc
      .array(fc.tuple(directive, fc.array(source, { maxLength: 3 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((list) => list.map(([name, sources]) => [name, ...sources].join(" ")).join("; "));
    fc.assert(
      fc.property(policy, (csp) => {
        const lines = findings({ origin, csp }).flatMap(({ copy }) => copy ?? []);
        const mended = [...lines, csp].join("; ");
        assert.deepEqual(badOnes({ origin, csp: mended }), []);
      }),
    );
  });

  it("overlooks policies that only report", () => {
    const csp = "Content-Security-Policy-Report-Only: frame-src 'none'";
    assert.ok(codes({ origin, csp }).includes("noPolicy"));
  });

  it("notices isolation, in either kind", () => {
    for (const value of ["require-corp", "credentialless"]) {
      const csp = `Cross-Origin-Embedder-Policy: ${value}; report-to="x"`;
      assert.ok(badOnes({ csp }).includes("isolated"));
    }
    assert.deepEqual(badOnes({ csp: "Cross-Origin-Embedder-Policy: unsafe-none" }), []);
  });

  const BLOCKING = [
    ["no blank after the colon", "Content-Security-Policy:default-src 'none'"],
    ["a line of nginx", `add_header Content-Security-Policy "frame-src 'none'";`],
    [
      "lines of nginx",
      `  add_header Content-Security-Policy "default-src 'self';\n frame-src 'none'" always;\n  add_header X-A "https://pay.example";`,
    ],
    ["a line of Apache", `Header always set Content-Security-Policy "frame-src 'none'"`],
    ["a line of a program", `"Content-Security-Policy": "frame-src 'none'",`],
    [
      "headers with their page",
      "HTTP/2 200\ncontent-security-policy: frame-src 'none'\n\n<html><head><meta charset=utf-8></head>",
    ],
    [
      "a header and a meta",
      `content-security-policy: frame-src *\n\n<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`,
    ],
    [
      "a meta and a header",
      `content-security-policy: frame-src 'none'\n\n<meta http-equiv="Content-Security-Policy" content="frame-src *">`,
    ],
    ["a scheme on a line", "default-src 'self';\nimg-src\n  https: data:;\nframe-src 'none'"],
    [
      "a scheme on a line of a header",
      "content-security-policy: img-src\nhttps: data:;\nframe-src 'none'\nserver: https://pay.example",
    ],
    ["names and values on lines of their own", "content-security-policy:\nframe-src 'none'\na:\n*"],
    ["what curl tells", "< content-security-policy: frame-src 'none'\n< server: x"],
  ] as const;
  for (const [title, csp] of BLOCKING) {
    it(`reads a policy that blocks: ${title}`, () => {
      const found = badOnes({ origin, csp });
      assert.ok(found.includes("frameBlocked"), `${found}`);
    });
  }

  it("reads a tag as browsers do: escaped, commented out, with > in an attribute", () => {
    const meta = (value: string) =>
      `<meta http-equiv="Content-Security-Policy" content="${value}">`;
    const escaped = meta("frame-src &#39;self&#39; https:&#x2F;&#x2F;pay.example");
    assert.deepEqual(badOnes({ origin, csp: escaped }), []);
    const hidden = `<!-- ${meta("frame-src 'none'")} -->\n${meta("frame-src *")}`;
    assert.deepEqual(badOnes({ origin, csp: hidden }), []);
    const sandbox = `<iframe title="a > b" src="<?= $url ?>" sandbox="allow-scripts">`;
    assert.deepEqual(badOnes({ sandbox }), NEEDED_FLAGS.slice(1));
    assert.ok(codes({ sandbox: `<iframe-box sandbox="">` }).includes("noSandbox"));
  });

  it("takes the headers after a policy for no part of it", () => {
    const csp = "content-security-policy: frame-src 'none'\nx-next: https://pay.example";
    const [found] = findings({ origin, csp }).filter(({ code }) => code === "frameBlocked");
    assert.equal(found?.copy, "frame-src https://pay.example");
  });

  it("says nothing good of a policy it could not read", () => {
    for (const csp of ["hello world", "server: x\ndate: today", "<html>frame-src *</html>", ";,"]) {
      const found = codes({ origin, csp });
      assert.ok(found.includes("unread"), csp);
      assert.ok(!found.some((code) => /Allowed$|noPolicy/.test(code)), csp);
    }
    assert.ok(!codes({ csp: "Cross-Origin-Embedder-Policy: unsafe-none" }).includes("unread"));
    assert.ok(!codes({ csp: " " }).includes("unread"));
  });

  it("reads no more than it says, and says so", () => {
    const sources = Array.from({ length: 200 }, (_, number) => `h${number}.example`);
    const policy = (list: string[]) => `frame-src ${list.join(" ")}`;
    const [last, ...others] = sources.toReversed();
    const known = codes({ origin, csp: policy(["https://pay.example", ...others]) });
    assert.ok(known.includes("frameAllowed") && !known.includes("cut"));
    const many = codes({ origin, csp: policy([...others, `${last}`, "https://pay.example"]) });
    assert.ok(many.includes("frameBlocked") && many.includes("cut"));
    const long = { csp: `${"x".repeat(4096)}; frame-src 'none'` };
    assert.deepEqual(codes(long).slice(0, 1), ["cut"]);
    assert.ok(!codes(long).includes("frameBlocked"));
    assert.ok(codes({ sandbox: "a ".repeat(3000) }).includes("cut"));
  });

  it("names each flag a sandbox lacks", () => {
    for (const flag of NEEDED_FLAGS) {
      const sandbox = NEEDED_FLAGS.filter((other) => other !== flag).join(" ");
      assert.deepEqual(badOnes({ sandbox }), [flag]);
    }
    assert.deepEqual(badOnes({ sandbox: '""' }), [...NEEDED_FLAGS]);
    assert.ok(codes({ sandbox: NEEDED_FLAGS.join(" ") }).includes("sandboxFine"));
  });

  it("takes navigation without a click for the one with", () => {
    const sandbox = NEEDED_FLAGS.join(" ").replace("-by-user-activation", "");
    assert.deepEqual(badOnes({ sandbox }), []);
  });

  it("adds what the page's own policy takes from its frames", () => {
    assert.deepEqual(badOnes({ csp: "sandbox allow-scripts" }), NEEDED_FLAGS.slice(1));
  });

  it("hints at what the frame can't do for shoppers, which keeps nobody from paying", () => {
    const frame = (attributes = "") => `<iframe src="https://pay.example/x" ${attributes}>`;
    const features = (given: Partial<Case>) =>
      findings(given).filter(({ code }) => code.startsWith("features"));
    assert.deepEqual(features({ sandbox: frame('allow="clipboard-write"') }), [
      {
        code: "featuresUnlent",
        level: "note",
        values: { features: "web-share" },
        copy: 'allow="clipboard-write; web-share"',
      },
    ]);
    assert.deepEqual(features({ csp: "Permissions-Policy: clipboard-write=(self), camera=()" }), [
      {
        code: "featuresKept",
        level: "note",
        values: { features: "clipboard-write" },
        copy: 'clipboard-write=(self "https://pay.example")',
      },
    ]);
    const csp = "Permissions-Policy: web-share=()";
    const both = features({ csp, sandbox: frame() });
    assert.deepEqual(
      both.map(({ code, values }) => [code, values["features"]]),
      [
        ["featuresKept", "web-share"],
        ["featuresUnlent", "clipboard-write, web-share"],
      ],
    );
    const allow = frame('allow="clipboard-write; web-share"');
    assert.deepEqual(
      features({ sandbox: allow }).map(({ code, level }) => [code, level]),
      [["featuresFine", "good"]],
    );
    // Without a tag, nothing is known of the frame.
    assert.deepEqual(features({ sandbox: NEEDED_FLAGS.join(" "), csp: "frame-src *" }), []);
    assert.ok(!codes({ csp }).includes("unread"));
  });

  it("answers whatever is pasted", () => {
    const any = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(any, any, any, (one, two, three) => {
        assert.ok(findings({ origin: one, csp: two, sandbox: three }).length > 0);
      }),
    );
  });
});

describe("what is pasted", () => {
  it("may be a header, several, a policy alone or a meta tag", () => {
    const count = (text: string) => readPageHeaders(text).policies.length;
    assert.equal(count("frame-src *"), 1);
    assert.equal(count("default-src 'self';\n  frame-src *"), 1);
    assert.equal(count("content-security-policy: frame-src *"), 1);
    assert.equal(count("HTTP/2 200\nserver: x\nContent-Security-Policy: img-src *\r\nCSP: x"), 1);
    assert.equal(count("server: x\ndate: today"), 0);
    assert.equal(
      count(`<meta content="frame-src 'none'" http-equiv="Content-Security-Policy"/>`),
      1,
    );
    assert.equal(count(""), 0);
  });

  it("may be the frame's tag or its flags", () => {
    const flags = (text: string) => readSandbox(text) && [...(readSandbox(text) ?? [])];
    assert.deepEqual(flags("allow-scripts  Allow-Forms"), ["allow-scripts", "allow-forms"]);
    assert.deepEqual(flags('sandbox="allow-scripts"'), ["allow-scripts"]);
    assert.deepEqual(flags('<iframe src="/x" sandbox="allow-forms" title="a">'), ["allow-forms"]);
    assert.deepEqual(flags("<iframe sandbox src=x>"), []);
    assert.equal(flags('<iframe src="/x?sandbox=1">'), undefined);
    assert.equal(flags(" "), undefined);
  });
});
