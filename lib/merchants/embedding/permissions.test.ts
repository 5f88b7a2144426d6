import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readAllow, readPageHeaders } from "./pasted.ts";
import {
  FRAME_FEATURES,
  fixedAllow,
  fixedPolicy,
  keptFeatures,
  parseAllow,
  parsePermissionsPolicy,
  unlentFeatures,
} from "./permissions.ts";

const checkout = "https://pay.example";
const kept = (value: string) => keptFeatures(parsePermissionsPolicy(value), checkout);
const unlent = (value: string) => unlentFeatures(parseAllow(value), checkout);

describe("a permissions policy", () => {
  it("keeps from a frame what it names without the frame's origin", () => {
    for (const list of ["()", "(self)", "self", '(self "https://other.example")']) {
      assert.deepEqual(kept(`clipboard-write=${list}, camera=*`), ["clipboard-write"]);
    }
    assert.deepEqual(kept("web-share=(),\tclipboard-write=()"), [...FRAME_FEATURES]);
  });

  it("keeps from a frame what the page itself does not have", () => {
    assert.deepEqual(kept(`web-share=("${checkout}")`), ["web-share"]);
  });

  it("lends what it does not name, and what it names for all or for the frame", () => {
    const lists = ["*", `(self "${checkout}")`, '("https://*.example" self)', "(*)"];
    for (const list of lists) assert.deepEqual(kept(`clipboard-write=${list}`), []);
    assert.deepEqual(kept("camera=(), geolocation=(self)"), []);
    assert.deepEqual(kept('web-share=(self "http://pay.example")'), ["web-share"]);
    assert.deepEqual(kept('web-share=(self "https://*.pay.example")'), ["web-share"]);
  });

  it("is read from headers and configurations, not from a page", () => {
    const value = `clipboard-write=(self "${checkout}")`;
    for (const line of [
      `Permissions-Policy: ${value}`,
      `add_header Permissions-Policy '${value}' always;`,
      `add_header Permissions-Policy "${value.replaceAll('"', '\\"')}";`,
      `"Permissions-Policy": "${value.replaceAll('"', '\\"')}",`,
      `server: x\n< permissions-policy: ${value}\n< date: today`,
    ]) {
      const { permissions, isUnread } = readPageHeaders(line);
      assert.deepEqual([...permissions], [["clipboard-write", ["self", `"${checkout}"`]]], line);
      assert.ok(!isUnread, line);
    }
    const meta = `<meta http-equiv="Permissions-Policy" content="clipboard-write=()">`;
    assert.equal(readPageHeaders(meta).permissions.size, 0);
  });

  it("takes the later of two headers for a feature they both name", () => {
    const two = "permissions-policy: web-share=()\npermissions-policy: web-share=*, camera=()";
    assert.deepEqual(keptFeatures(readPageHeaders(two).permissions, checkout), []);
  });
});

describe("the allow of a frame", () => {
  it("lends what it names for the frame", () => {
    const names = "clipboard-write; web-share";
    for (const value of [
      names,
      `${names};`,
      "Clipboard-Write *;web-share 'src'",
      `camera; ${names}`,
    ])
      assert.deepEqual(unlent(value), []);
    assert.deepEqual(unlent(`clipboard-write ${checkout}; web-share https://x.example`), [
      "web-share",
    ]);
    assert.deepEqual(unlent("clipboard-write 'none'; web-share 'self'"), [...FRAME_FEATURES]);
    assert.deepEqual(unlent(""), [...FRAME_FEATURES]);
  });

  it("is read from a whole tag alone", () => {
    assert.deepEqual(
      [...(readAllow('<iframe allow="web-share" src=x>') ?? [])],
      [["web-share", ["'src'"]]],
    );
    assert.equal(readAllow("<iframe src=x>")?.size, 0);
    assert.equal(readAllow("allow-scripts"), undefined);
    assert.equal(readAllow('allow="web-share"'), undefined);
  });
});

describe("what mends them", () => {
  const item = fc.constantFrom("self", "*", '"https://a.example"', `"${checkout}"`);
  const list = fc.uniqueArray(item, { maxLength: 3 });
  const name = fc.constantFrom<string>(...FRAME_FEATURES, "camera");

  it("lends all the checkout uses, and takes nothing from others", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, list)), (members) => {
        const policy = new Map(members);
        const missing = keptFeatures(policy, checkout);
        const mended = parsePermissionsPolicy(fixedPolicy(policy, missing, checkout));
        assert.deepEqual(keptFeatures(mended, checkout), []);
        assert.deepEqual([...mended.keys()], missing);
        for (const [feature, items] of mended) {
          for (const one of policy.get(feature) ?? []) assert.ok(items.includes(one));
        }
      }),
    );
  });

  it("keeps what the frame's allow has already", () => {
    const allow = parseAllow("camera https://a.example; web-share 'none'; fullscreen");
    const mended = fixedAllow(allow, unlentFeatures(allow, checkout));
    assert.equal(mended, "camera https://a.example; fullscreen; clipboard-write; web-share");
    assert.deepEqual(unlent(mended), []);
  });
});
