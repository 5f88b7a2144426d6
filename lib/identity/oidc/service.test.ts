import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { and, eq } from "drizzle-orm";
import type { Role } from "#lib/identity/model/roles.ts";
import { members, providerIdentities, sessions, users } from "#lib/identity/model/schema.ts";
import { auditEntries } from "#lib/platform/db/schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices } from "#lib/testing/factories.ts";
import { CLIENT, startOidcProvider } from "#lib/testing/oidc-provider.ts";
import { giveFactor, makeUser } from "#lib/testing/users.ts";
import type { OidcRequest } from "./provider.ts";
import type { OidcService } from "./service.ts";

type Test = ReturnType<typeof createTestServices>;

onDatabase("sign-in with an OpenID provider", (database, connection) => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>;
  let now = () => new Date();
  let accountId: string;
  let count = 0;
  const email = () => `user-${count}@corp.example`;

  before(async () => {
    provider = await startOidcProvider({ now: () => now() });
    const { services } = createTestServices(connection());
    accountId = await services.openings.openAsOperator({ name: "Harbour Books" });
  });
  after(() => provider.close());
  beforeEach(() => {
    provider.reset();
    count += 1;
    provider.ways.user = { sub: `sub-${count}`, email: email(), email_verified: true };
  });

  /** The provider lives by the clock of the last services. */
  function withOidc(variables: Record<string, string> = {}): Test & { oidc: OidcService } {
    const test = createTestServices(connection(), {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ALLOWED_DOMAINS: "corp.example",
      ...variables,
    });
    now = test.clock.now;
    const { oidc } = test.services;
    assert.ok(oidc);
    return { ...test, oidc };
  }

  const finish = (oidc: OidcService, query: URLSearchParams, request: OidcRequest | undefined) =>
    oidc.finish({ query, request, address: "192.0.2.1", userAgent: "test" });

  async function signIn(oidc: OidcService) {
    const { url, request } = await oidc.start("192.0.2.1");
    return finish(oidc, await provider.visit(url), request);
  }

  /** The user whom a complete sign-in is for. */
  async function signedIn({ oidc, services }: ReturnType<typeof withOidc>) {
    const result = await signIn(oidc);
    assert.ok("sessionId" in result);
    const session = await services.sessions.find(result.sessionId);
    assert.ok(session);
    return session;
  }

  const code = (expected: string) => (error: unknown) =>
    isAppError(error) && error.code === expected;
  const refuses = (work: Promise<unknown>, expected: string) =>
    assert.rejects(work, code(expected));

  const rolesOf = async (userId: string) =>
    database()
      .select({ accountId: members.accountId, role: members.role, isMapped: members.isMapped })
      .from(members)
      .where(eq(members.userId, userId));

  describe("the protocol", () => {
    it("signs in a new user, by the service's clock", async () => {
      const test = withOidc();
      test.clock.advance({ minutes: 300_000 });
      const { user, isComplete } = await signedIn(test);
      assert.equal(user.email, email());
      assert.equal(isComplete, true);
      assert.equal((await signedIn(test)).user.id, user.id);
    });

    it("asks the UserInfo endpoint for claims that the ID token lacks", async () => {
      provider.ways.user = { sub: `sub-${count}` };
      provider.ways.apart = { email: email(), email_verified: true, name: "Ada" };
      const { user } = await signedIn(withOidc());
      assert.deepEqual([user.email, user.name], [email(), "Ada"]);
    });

    it("refuses claims of another subject at the UserInfo endpoint", async () => {
      provider.ways.user = { sub: `sub-${count}` };
      provider.ways.apart = { sub: "victim", email: email(), email_verified: true };
      await refuses(signIn(withOidc().oidc), "oidc_failed");
    });

    const sources: [what: string, ofToken: Record<string, unknown>, ofUserInfo: object][] = [
      ["only the ID token's", { email: "victim@corp.example" }, { email_verified: true }],
      ["only the UserInfo's", { email_verified: true }, { email: "victim@corp.example" }],
    ];
    for (const [what, ofToken, ofUserInfo] of sources) {
      it(`does not accept confirmation from another source: ${what}`, async () => {
        provider.ways.user = { sub: `sub-${count}`, ...ofToken };
        Object.assign(provider.ways.apart, ofUserInfo);
        await refuses(signIn(withOidc().oidc), "oidc_email_unverified");
      });
    }

    it("accepts an address from the source that confirms it", async () => {
      provider.ways.user = { sub: `sub-${count}`, email: "victim@corp.example" };
      provider.ways.apart = { email: email(), email_verified: true };
      assert.equal((await signedIn(withOidc())).user.email, email());
      provider.ways.user = { sub: `b-${count}`, email: `own-${email()}`, email_verified: true };
      provider.ways.apart = { email: "victim@corp.example", name: "Ada" };
      assert.equal((await signedIn(withOidc())).user.email, `own-${email()}`);
    });

    for (const [path, expected] of [
      ["/.well-known/openid-configuration", "oidc_unavailable"],
      ["/token", "oidc_failed"],
      ["/jwks", "oidc_failed"],
      ["/userinfo", "oidc_failed"],
    ] as const) {
      it(`follows no redirect of ${path}`, async () => {
        provider.ways.user = { sub: `sub-${count}` };
        provider.ways.apart = { email: email(), email_verified: true };
        const before = provider.counts.redirects;
        provider.ways.moved = path;
        await refuses(signIn(withOidc().oidc), expected);
        assert.ok(provider.counts.redirects > before);
      });
    }

    const tokens: [what: string, ways: () => Partial<typeof provider.ways>][] = [
      ["another nonce", () => ({ token: { nonce: "other" } })],
      ["another issuer", () => ({ token: { iss: "https://evil.example" } })],
      ["another audience", () => ({ token: { aud: "other-client" } })],
      ["an end in the past", () => ({ token: { exp: Math.floor(now().getTime() / 1000) - 60 } })],
      ["no end", () => ({ token: { exp: undefined } })],
      ["no signature", () => ({ signature: "none" })],
      ["a foreign signature", () => ({ signature: "foreign" })],
    ];
    for (const [what, ways] of tokens) {
      it(`refuses an ID token with ${what}`, async () => {
        const { oidc } = withOidc();
        Object.assign(provider.ways, ways());
        await refuses(signIn(oidc), "oidc_failed");
      });
    }

    it("allows a clock difference of 30 seconds", async () => {
      const test = withOidc();
      provider.ways.token = { exp: Math.floor(now().getTime() / 1000) - 20 };
      await signedIn(test);
    });

    it("refuses a response that this browser did not request", async () => {
      const { oidc } = withOidc();
      const [attacker, victim] = [await oidc.start("192.0.2.1"), await oidc.start("192.0.2.2")];
      const query = await provider.visit(attacker.url);
      const { redemptions } = provider.counts;
      await refuses(finish(oidc, query, undefined), "oidc_failed");
      await refuses(finish(oidc, query, victim.request), "oidc_failed");
      assert.equal(provider.counts.redemptions, redemptions);
      // The attacker's code under the victim's state: PKCE binds it to the attacker's browser.
      query.set("state", victim.request.state);
      await refuses(finish(oidc, query, victim.request), "oidc_failed");
    });

    it("accepts each response once, even if the provider accepts a code twice", async () => {
      provider.ways.keepsCodes = true;
      const { oidc } = withOidc();
      const { url, request } = await oidc.start("192.0.2.1");
      const query = await provider.visit(url);
      await finish(oidc, query, request);
      await refuses(finish(oidc, query, request), "oidc_failed");
      // Another process.
      await refuses(finish(withOidc().oidc, query, request), "oidc_failed");
    });

    it("refuses a response of another issuer", async () => {
      const { oidc } = withOidc();
      const { url, request } = await oidc.start("192.0.2.1");
      const query = await provider.visit(url);
      query.set("iss", "https://evil.example");
      await refuses(finish(oidc, query, request), "oidc_failed");
    });

    it("reports that the user or the provider refused", async () => {
      provider.ways.refusal = "access_denied";
      await refuses(signIn(withOidc().oidc), "oidc_refused");
    });

    it("retries discovery after a failure, and keeps it for an hour", async () => {
      const test = withOidc();
      provider.ways.isDown = true;
      await refuses(signIn(test.oidc), "oidc_unavailable");
      provider.ways.isDown = false;
      await signedIn(test);
      const { discoveries } = provider.counts;
      await signedIn(test);
      assert.equal(provider.counts.discoveries, discoveries);
      test.clock.advance({ minutes: 61 });
      await signedIn(test);
      assert.equal(provider.counts.discoveries, discoveries + 1);
    });

    it("refuses discovery of another issuer", async () => {
      provider.ways.metadata = { issuer: "https://evil.example" };
      await refuses(signIn(withOidc().oidc), "oidc_unavailable");
    });

    it("counts failed sign-ins by network address", async () => {
      const { oidc } = withOidc();
      const address = "198.51.100.7";
      for (let round = 0; round < 50; round++) await oidc.start(address);
      await refuses(oidc.start(address), "too_many_tries");
    });
  });

  describe("users", () => {
    it("refuses an unconfirmed address and other domains", async () => {
      const { oidc } = withOidc();
      for (const email_verified of [false, undefined, "false", "no"]) {
        Object.assign(provider.ways.user, { email_verified });
        await refuses(signIn(oidc), "oidc_email_unverified");
      }
      const domains = ["evil.example", "corp.example.evil.example", "sub.corp.example"];
      for (const domain of domains) {
        Object.assign(provider.ways.user, { email_verified: true, email: `a@${domain}` });
        await refuses(signIn(oidc), "oidc_domain");
      }
      provider.ways.user["email"] = undefined;
      await refuses(signIn(oidc), "oidc_email_unverified");
    });

    it("reads the confirmation from a configured claim", async () => {
      const test = withOidc({ OIDC_EMAIL_VERIFIED_CLAIM: "xms_edov" });
      await refuses(signIn(test.oidc), "oidc_email_unverified");
      Object.assign(provider.ways.user, { email_verified: undefined, xms_edov: "1" });
      await signedIn(test);
    });

    it("finds users by subject when their address changes", async () => {
      const test = withOidc();
      const { user } = await signedIn(test);
      provider.ways.user["email"] = `renamed-${count}@corp.example`;
      assert.equal((await signedIn(test)).user.id, user.id);
    });

    it("gives no user to another subject with the same address", async () => {
      const test = withOidc();
      await signedIn(test);
      provider.ways.user["sub"] = `new-${count}`;
      await refuses(signIn(test.oidc), "oidc_email_taken");
      assert.equal(await test.services.disconnectProvider(email()), true);
      await signedIn(test);
    });

    it("connects a user of a listed domain, and keeps the second factor", async () => {
      const { services, clock, oidc } = withOidc();
      const id = await makeUser(database(), clock.now(), { email: email() });
      await database().update(users).set({ totpConfirmedAt: clock.now() }).where(eq(users.id, id));
      const result = await signIn(oidc);
      assert.ok("sessionId" in result);
      assert.equal(result.isComplete, false);
      const session = await services.sessions.find(result.sessionId);
      assert.deepEqual([session?.user.id, session?.isComplete], [id, false]);
      const entries = await database()
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.target, id), eq(auditEntries.actor, id)));
      assert.deepEqual(
        entries.map(({ action }) => action),
        ["user.provider_connected"],
      );
    });

    it("connects a user of another domain only after a sign-in with password", async () => {
      const test = withOidc({ OIDC_ALLOWED_DOMAINS: "" });
      const { services, clock, oidc } = test;
      const id = await makeUser(database(), clock.now(), { email: email() });
      const victim = await services.users.find(id);
      const attackerEmail = `attacker-${count}@evil.example`;
      const attacker = await services.users.find(
        await makeUser(database(), clock.now(), { email: attackerEmail }),
      );
      assert.ok(victim && attacker);
      const result = await signIn(oidc);
      assert.ok("pending" in result);
      const rows = await database()
        .select()
        .from(providerIdentities)
        .where(eq(providerIdentities.userId, id));
      assert.deepEqual(rows, []);
      await refuses(oidc.connect(attacker, result.pending), "oidc_email_taken");
      await oidc.connect(victim, result.pending);
      assert.equal((await signedIn(test)).user.id, id);
    });

    it("admits strangers only while sign-up is open, or with an invitation", async () => {
      const test = withOidc({ SIGNUP: "closed" });
      await refuses(signIn(test.oidc), "oidc_no_role");
      assert.equal(await test.services.users.findByEmail(email()), undefined);
      await test.services.invitations.inviteByLink({
        accountId,
        email: email(),
        role: "viewer",
        text: createMerchantText(),
      });
      const { user, membership } = await signedIn(test);
      assert.equal(membership, undefined);
      assert.deepEqual(await rolesOf(user.id), []);
    });

    it("ends sessions after 12 hours, also with a second step", async () => {
      const { services, clock, oidc } = withOidc();
      const result = await signIn(oidc);
      assert.ok("sessionId" in result);
      await services.sessions.complete(result.sessionId);
      clock.advance({ minutes: 660 });
      assert.ok(await services.sessions.find(result.sessionId));
      clock.advance({ minutes: 60 });
      assert.equal(await services.sessions.find(result.sessionId), undefined);
      const [row] = await database()
        .select()
        .from(sessions)
        .where(eq(sessions.id, result.sessionId));
      assert.equal(row?.isFromProvider, true);
    });

    it("admits operators without a membership", async () => {
      const open = withOidc();
      const { user } = await signedIn(open);
      const test = withOidc({ SIGNUP: "closed" });
      await refuses(signIn(test.oidc), "oidc_no_role");
      await giveFactor(database(), user.id, test.clock.now());
      await test.services.operators.change(user.email, "grant", "operator");
      assert.equal((await signedIn(test)).user.id, user.id);
    });

    it("can be the only way to sign in", async () => {
      const { services } = withOidc({ OIDC_ONLY: "true" });
      const typed = { email: email(), password: "x", address: "192.0.2.9", userAgent: null };
      await refuses(services.users.signIn(typed), "oidc_only");
      await refuses(services.passkeys.startSignIn("192.0.2.9", false), "oidc_only");
      assert.ok(await services.passkeys.startSignIn("192.0.2.9", true), "to confirm a session");
      await refuses(
        services.invitations.acceptAsNew({ token: "x", name: "x", password: "x" }),
        "oidc_only",
      );
      await refuses(
        services.users.startSignUp({ email: email(), address: "192.0.2.9" }),
        "signup_closed",
      );
    });
  });

  describe("OIDC_ROLES", () => {
    const rules = () => `admins=${accountId}:owner,devs=${accountId}:developer`;
    const mapped = (role: Role) => [{ accountId, role, isMapped: true }];
    const as = (...groups: string[]) => Object.assign(provider.ways.user, { groups });
    const actionsAt = async (userId: string) => {
      const rows = await database()
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.target, userId), eq(auditEntries.accountId, accountId)))
        .orderBy(auditEntries.id);
      return rows.map(({ actor, action }) => `${actor} ${action}`);
    };

    it("adds, changes and removes memberships at each sign-in, and audits it", async () => {
      // Another owner, so that the first user is not the last one.
      const keeper = withOidc({ OIDC_ROLES: rules(), SIGNUP: "closed" });
      as("admins");
      await signedIn(keeper);
      provider.ways.user = { sub: `b-${count}`, email: `b-${email()}`, email_verified: true };
      const test = withOidc({ OIDC_ROLES: rules(), SIGNUP: "closed" });
      as("staff", "devs", "admins");
      const { user } = await signedIn(test);
      assert.deepEqual(await rolesOf(user.id), mapped("owner"));
      as("devs");
      await signedIn(test);
      assert.deepEqual(await rolesOf(user.id), mapped("developer"));
      as("staff");
      await refuses(signIn(test.oidc), "oidc_no_role");
      assert.deepEqual(await rolesOf(user.id), []);
      assert.deepEqual(await actionsAt(user.id), [
        "system member.joined",
        "system member.role_changed",
        "system member.removed",
      ]);
    });

    it("keeps the last owner and members added by hand", async () => {
      const first = withOidc();
      const id = await first.services.openings.openAsOperator({ name: "Quay Books" });
      const { user } = await signedIn(first);
      await first.services.members.add(
        database(),
        { accountId: id, userId: user.id, role: "viewer" },
        "operator",
      );
      const rule = `admins=${id}:owner`;
      as("admins");
      const test = withOidc({ OIDC_ROLES: rule });
      await signedIn(test);
      const byHand = [{ accountId: id, role: "viewer", isMapped: false }];
      assert.deepEqual(await rolesOf(user.id), byHand);
      as();
      await signedIn(test);
      assert.deepEqual(await rolesOf(user.id), byHand);

      Object.assign(provider.ways.user, { sub: `o-${count}`, email: `o-${email()}` });
      as("admins");
      const owner = (await signedIn(test)).user.id;
      as();
      await signedIn(test);
      assert.deepEqual(await rolesOf(owner), [{ accountId: id, role: "owner", isMapped: true }]);
    });

    it("reads a path, and skips closed and unknown accounts", async () => {
      const unknown = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";
      const test = withOidc({
        OIDC_ROLES: `a%2Cb=c=${unknown}:owner,a%2Cb=c=${accountId}:viewer`,
        OIDC_ROLES_CLAIM: "realm_access.roles",
      });
      provider.ways.user["realm_access"] = { roles: ["a,b=c"] };
      const { user } = await signedIn(test);
      assert.deepEqual(await rolesOf(user.id), mapped("viewer"));
    });

    it("removes nothing if the token refers to another place for groups", async () => {
      const test = withOidc({ OIDC_ROLES: rules() });
      as("devs");
      const { user } = await signedIn(test);
      for (const more of [{ _claim_names: { groups: "src1" } }, { hasgroups: true }]) {
        const { groups: _, ...rest } = provider.ways.user;
        provider.ways.user = { ...rest, ...more };
        await refuses(signIn(test.oidc), "oidc_failed");
      }
      assert.deepEqual(await rolesOf(user.id), mapped("developer"));
    });
  });
});
