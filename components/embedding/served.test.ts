import assert from "node:assert/strict";
import { it } from "node:test";
import { servedAt, servedFault } from "./served.ts";

const POLICY = "default-src 'none'; frame-ancestors https://shop.example; base-uri 'none'";

it("finds no problem in the service's own headers", () => {
  assert.equal(servedFault(new Headers({ "Content-Security-Policy": POLICY })), "fine");
});

it("finds headers that a proxy adds, removes or duplicates", () => {
  const added = new Headers({ "Content-Security-Policy": POLICY, "X-Frame-Options": "SAMEORIGIN" });
  assert.deepEqual(servedFault(added), { frameOptions: "SAMEORIGIN" });
  assert.equal(servedFault(new Headers()), "ancestors");
  const doubled = new Headers({ "Content-Security-Policy": POLICY });
  doubled.append("Content-Security-Policy", "frame-ancestors 'self'");
  assert.equal(servedFault(doubled), "ancestors");
  const other = new Headers({ "Content-Security-Policy": POLICY });
  other.append("Content-Security-Policy", "upgrade-insecure-requests");
  assert.equal(servedFault(other), "ancestors");
});

it("reads a checkout's headers, or a probe's if none is known, but none of another host", () => {
  const probe = "https://pay.example/embed-check/frame";
  const own = "https://pay.example/checkout?reference=a";
  const other = "https://checkout.example/?reference=a";
  const at = (url: string, isKnown: boolean) => servedAt({ url, isKnown }, probe);
  assert.deepEqual(at(own, true), { address: own, isReadable: true });
  assert.deepEqual(at(own, false), { address: probe, isReadable: true });
  assert.deepEqual(at(other, true), { address: other, isReadable: false });
  assert.deepEqual(at(other, false), { address: other, isReadable: false });
});
