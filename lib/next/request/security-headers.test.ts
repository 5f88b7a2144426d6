import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { webAddress } from "#lib/testing/web-address.ts";
import { type PageRequest, securityHeaders } from "./security-headers.ts";

const site = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://pay.example",
  CHECKOUT_URL: "https://checkout.example/c",
  BASE_URL: "https://api.example/v1",
} as const;

const page = (over: Partial<PageRequest> = {}): PageRequest => ({
  path: "/checkout",
  hasForm: false,
  nonce: "abc",
  frameAncestors: [],
  ...over,
});

function directives(over: Partial<PageRequest>, of: Parameters<typeof securityHeaders>[1] = site) {
  const policy = securityHeaders(page(over), of)["Content-Security-Policy"] ?? "";
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name, ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );
}

describe("content security policy", () => {
  it("allows only scripts with the nonce", () => {
    const policy = directives({});
    assert.equal(policy["default-src"], "'none'");
    assert.equal(policy["script-src"], "'nonce-abc' 'strict-dynamic'");
    assert.equal(policy["style-src"], "'self' 'nonce-abc'");
    assert.equal(policy["base-uri"], "'none'");
    assert.equal(policy["object-src"], "'none'");
  });

  it("allows other scripts and styles in development only", () => {
    const policy = directives({}, { ...site, NODE_ENV: "development" });
    assert.match(policy["script-src"] ?? "", /'unsafe-eval'/);
    assert.equal(policy["style-src"], "'self' 'unsafe-inline'");
  });

  it("lets no site frame a page by default", () => {
    assert.equal(directives({})["frame-ancestors"], "'none'");
    const frameAncestors = ["https://shop.example", "http://127.0.0.1:3000"];
    assert.equal(directives({ frameAncestors })["frame-ancestors"], frameAncestors.join(" "));
  });

  it("omits invalid origins", () => {
    const frameAncestors = [
      "*",
      "https://*.example",
      "https://a.example; script-src *",
      "null",
      "'self'",
    ];
    assert.equal(directives({ frameAncestors })["frame-ancestors"], "'none'");
  });

  it("can't be extended by any text of an origin", () => {
    const names = Object.keys(directives({}));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), webAddress, fc.constant("https://a.example;x"))),
        (list) => {
          const policy = directives({ frameAncestors: list });
          assert.deepEqual(Object.keys(policy), names);
          assert.doesNotMatch(policy["frame-ancestors"] ?? "", /[\s;,]\s|[*"\r\n]/);
        },
      ),
    );
  });

  it("allows a frame of the checkout on the demo shop only", () => {
    assert.equal(directives({ path: "/sandbox/shop" })["frame-src"], "https://checkout.example");
    assert.equal(directives({ path: "/sandbox/shopping" })["frame-src"], "'none'");
    assert.equal(directives({})["frame-src"], "'none'");
  });

  it("allows a frame of the preview on the brand's page only", () => {
    const brand = "/console/settings/brand";
    assert.equal(directives({ path: brand })["frame-src"], "'self'");
    assert.equal(directives({ path: `${brand}/preview` })["frame-src"], "'none'");
    assert.equal(directives({ path: "/console/settings" })["frame-src"], "'none'");
    assert.equal(directives({ frameAncestors: "own" })["frame-ancestors"], "'self'");
    assert.equal(directives({ frameAncestors: "any" })["frame-ancestors"], "*");
  });

  it("lets only the demo app's page call the API", () => {
    const { "connect-src": app } = directives({ path: "/sandbox/app" });
    assert.equal(app, "'self' https://api.example");
    assert.equal(directives({ path: "/sandbox/apps" })["connect-src"], "'self'");
    assert.equal(directives({ path: "/secure" })["connect-src"], "'self'");
  });

  it("lets forms lead to a bank only on pages where they do", () => {
    assert.equal(directives({})["form-action"], "'self'");
    assert.equal(directives({ path: "/pay/x/bank" })["form-action"], "'self' https:");
    assert.equal(directives({ path: "/secure/x/bank" })["form-action"], "'self' https:");
    assert.equal(directives({ path: "/secured" })["form-action"], "'self'");
    assert.equal(directives({ path: "/l/x" })["form-action"], "'self' https://checkout.example");
    assert.equal(directives({ path: "/list" })["form-action"], "'self'");
    assert.equal(directives({ path: "/payments" })["form-action"], "'self'");
    const local = { ...site, PUBLIC_URL: "http://localhost:3000" };
    assert.equal(directives({ path: "/pay/x" }, local)["form-action"], "'self' https: http:");
  });
});

describe("security headers", () => {
  it("send no referrer to other sites, and prevent caching", () => {
    const headers = securityHeaders(page(), site);
    assert.equal(headers["Referrer-Policy"], "no-referrer");
    assert.equal(headers["Cache-Control"], "no-store");
    assert.equal(headers["X-Content-Type-Options"], "nosniff");
    assert.equal(headers["Cross-Origin-Opener-Policy"], "same-origin");
  });

  it("let our own site see a form's origin", () => {
    assert.equal(securityHeaders(page({ hasForm: true }), site)["Referrer-Policy"], "same-origin");
  });

  it("require HTTPS only if it is served", () => {
    assert.ok(securityHeaders(page(), site)["Strict-Transport-Security"]);
    const local = securityHeaders(page(), { ...site, PUBLIC_URL: "http://localhost:3000" });
    assert.equal(local["Strict-Transport-Security"], undefined);
  });
});
