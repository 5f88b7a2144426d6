import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OidcSettings } from "#lib/platform/configuration/oidc-settings.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { emailIn, nameIn } from "./claims.ts";

const settings: OidcSettings = {
  issuer: "https://accounts.google.com",
  clientId: "a",
  clientSecret: "b",
  name: "Google",
  scopes: "openid",
  allowedDomains: ["corp.example", "gmail.com"],
  emailVerifiedClaim: "email_verified",
  roles: [],
  rolesClaim: "groups",
  isOnly: false,
};

describe("an address that Google confirmed", () => {
  const read = (claims: object) =>
    emailIn({ iss: settings.issuer, sub: "1", email_verified: true, ...claims }, settings);
  const isUnverified = (error: unknown) =>
    isAppError(error) && error.code === "oidc_email_unverified";

  it("counts for the domain of a Workspace, and for Gmail's own", () => {
    assert.equal(read({ email: "Ada@corp.example", hd: "corp.example" }), "ada@corp.example");
    assert.equal(read({ email: "ada@gmail.com" }), "ada@gmail.com");
  });

  it("does not count for a mailbox that may have changed hands", () => {
    assert.throws(() => read({ email: "ada@corp.example" }), isUnverified);
  });
});

describe("the name of a new user", () => {
  it("is the provider's, otherwise the start of the address", () => {
    const nameOf = (name: unknown) => nameIn({ iss: "x", sub: "1", name }, "ada@corp.example");
    assert.equal(nameOf(" Ada Quay "), "Ada Quay");
    for (const name of [undefined, "", "a\nb", "x".repeat(71), 7])
      assert.equal(nameOf(name), "ada");
  });
});
