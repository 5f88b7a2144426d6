import assert from "node:assert/strict";
import { before, it } from "node:test";
import { eq } from "drizzle-orm";
import { apiKeys } from "#lib/merchants/model/schema.ts";
import { linkPayments } from "#lib/payments/model/links.schema.ts";
import { toPublicTransaction } from "#lib/payments/transactions/transaction.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createServicesWithoutBanks, makeMerchant } from "#lib/testing/factories.ts";
import { LINK, type LinkDesk, openLinkDesk } from "#lib/testing/links.ts";
import type { LinkInput } from "./link.ts";

const DAY_MINUTES = 24 * 60;
const ONE = "AbCdEfGhIjKlMnOpQrStUv";
const OTHER = "ZbCdEfGhIjKlMnOpQrStUv";

onDatabase("payment links", (database, connection) => {
  let desk: LinkDesk;
  before(async () => {
    desk = await openLinkDesk(connection());
  });

  it("make a payment with each press, as the shop would by API", async () => {
    const link = await desk.make({ description: "Flat white", externalId: "till-1" });
    assert.match(link.url, /^http:\/\/localhost:3000\/l\/[0-9a-z]{12}$/);
    const first = await desk.press(link.token);
    const second = await desk.press(link.token.toUpperCase());
    assert.notEqual(first.id, second.id);
    const shown = toPublicTransaction(await desk.services.transactions.get(desk.apiKey, first.id));
    assert.partialDeepStrictEqual(shown, {
      amount: 1250,
      currency: "EUR",
      description: "Flat white",
      paymentLinkId: link.id,
      successUrl: link.url,
      failureUrl: link.url,
      processingUrl: link.url,
    });
    assert.match(shown.externalId ?? "", /^till-1-[0-9a-z]{10}$/);
    await desk.succeed(first);
    await desk.succeed(second);
    const { paidCount, status, lastPaidAt } = await desk.read(link.id);
    assert.deepEqual([paidCount, status, lastPaidAt], [2, "active", desk.clock.now()]);
    const asked = { ...desk.owner, linkId: link.id, limit: 1 };
    const [newest] = await desk.services.links.payments(asked);
    const [oldest, ...none] = await desk.services.links.payments({
      ...asked,
      limit: 5,
      before: newest?.id,
    });
    assert.deepEqual([newest?.id, oldest?.id, none], [second.id, first.id, []]);
    const filtered = {
      ...desk.owner,
      paymentLinkId: link.id,
      status: "pending",
      limit: 5,
    } as const;
    assert.deepEqual(await desk.services.transactions.list(filtered), []);
  });

  it("need no API key of the merchant, and survive that it is revoked", async () => {
    const own = await openLinkDesk(connection());
    for (const { id } of await own.services.apiKeys.list(own.accountId)) {
      await own.services.apiKeys.revoke(own.accountId, id);
    }
    const link = await own.make();
    await own.make();
    await own.succeed(await own.press(link.token));
    assert.equal((await own.read(link.id)).paidCount, 1);
    const scopes = await own.services.apiKeys.listScoped(own.accountId, "test");
    assert.deepEqual(scopes, [], "it is no key that anyone could use");
    const keys = await database()
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.accountId, own.accountId));
    const active = keys.filter(({ revokedAt }) => revokedAt === null);
    assert.deepEqual(active, []);
    assert.equal(keys.filter(({ name }) => name === "Payment links").length, 1);
  });

  it("lead a browser that presses again to its open payment, and to a new one once it has paid", async () => {
    const { token, id } = await desk.make();
    const first = await desk.press(token, { browser: ONE });
    assert.equal((await desk.press(token, { browser: ONE })).id, first.id);
    assert.notEqual((await desk.press(token, { browser: OTHER })).id, first.id);
    await desk.fail(first.id);
    const again = await desk.press(token, { browser: ONE });
    assert.deepEqual(
      [again.id === first.id, again.externalId],
      [false, first.externalId],
      "the same order",
    );
    await desk.succeed(again);
    const next = await desk.press(token, { browser: ONE });
    assert.notEqual(next.externalId, again.externalId);
    assert.equal((await desk.read(id)).paidCount, 1);
  });

  it("let the payer enter an amount within the bounds, in any currency, and change it", async () => {
    const bounds = { amount: undefined, minAmount: 500, maxAmount: 50_000 };
    const { token } = await desk.make({ ...bounds, currency: "KWD" });
    for (const amount of [undefined, 499, 50_001, 500.5, Number.NaN]) {
      await assert.rejects(desk.press(token, { amount }), { code: "invalid_request" });
    }
    const first = await desk.press(token, { amount: 500, browser: ONE });
    const changed = await desk.press(token, { amount: 50_000, browser: ONE });
    const { status, failureReason } = await desk.transactionAt(
      `http://localhost/?reference=${first.reference}`,
    );
    assert.deepEqual([status, failureReason], ["failed", "superseded"]);
    assert.deepEqual([changed.amount, changed.currency], [50_000, "KWD"]);
  });

  it("for one payment have one, which another visitor continues", async () => {
    const { token, id } = await desk.make({ usage: "once", externalId: "invoice-9" });
    const first = await desk.press(token, { browser: ONE });
    assert.equal(first.externalId, "invoice-9");
    assert.equal((await desk.press(token, { browser: OTHER })).id, first.id);
    await desk.fail(first.id);
    const second = await desk.press(token, { browser: OTHER });
    assert.notEqual(second.id, first.id);
    desk.clock.advance({ minutes: 31 });
    const third = await desk.press(token);
    assert.notEqual(third.id, second.id, "it had expired");
    await desk.succeed(third);
    assert.equal((await desk.read(id)).status, "paid");
    await assert.rejects(desk.press(token), { code: "payment_link_over", reason: "paid" });
  });

  it("for one payment keep the amount that another visitor began with", async () => {
    const bounds = { amount: undefined, minAmount: 1, maxAmount: 500 };
    const { token } = await desk.make({ usage: "once", ...bounds });
    const first = await desk.press(token, { amount: 100, browser: ONE });
    const second = await desk.press(token, { amount: 200, browser: OTHER });
    assert.deepEqual([second.id, second.amount], [first.id, 100]);
  });

  it("count open payments towards their number, and give places back", async () => {
    const { token, id } = await desk.make({ maxPayments: 2 });
    const first = await desk.press(token, { browser: ONE });
    const second = await desk.press(token);
    await assert.rejects(desk.press(token), { code: "payment_link_busy" });
    const visitor = { browsers: [OTHER] };
    const busy = await desk.services.links.open(token, visitor);
    assert.deepEqual([busy?.state, busy?.freeAt], ["busy", first.expiresAt]);
    const own = await desk.services.links.open(token, { browsers: [OTHER, ONE] });
    assert.equal(own?.state, "active", "its own payment");
    assert.equal((await desk.press(token, { browser: ONE })).id, first.id);
    await desk.fail(second.id);
    assert.equal((await desk.services.links.open(token, visitor))?.state, "active");
    const third = await desk.press(token);
    await desk.succeed(third);
    desk.clock.advance({ minutes: 31 });
    const fourth = await desk.press(token, { browser: OTHER });
    assert.equal(fourth.status, "pending", "the place of a payment that had expired");
    await desk.succeed(fourth);
    assert.deepEqual(
      [(await desk.read(id)).status, (await desk.services.links.open(token, visitor))?.state],
      ["paid", "paid"],
    );
    await assert.rejects(desk.press(token), { code: "payment_link_over", reason: "paid" });
  });

  it("that expire or are stopped begin nothing, and leave open payments alone", async () => {
    const expiresAt = new Date(desk.clock.now().getTime() + 20 * 60_000).toISOString();
    const expiring = await desk.make({ expiresAt });
    const stopped = await desk.make();
    const open = [await desk.press(expiring.token), await desk.press(stopped.token)];
    const own = await desk.press(stopped.token, { browser: ONE });
    const key = { accountId: desk.accountId, id: stopped.id };
    const { stoppedAt } = await desk.services.links.stop(key, "usr_1");
    desk.clock.advance({ minutes: 20 });
    assert.deepEqual((await desk.services.links.stop(key, "usr_1")).stoppedAt, stoppedAt);
    for (const [link, reason] of [
      [expiring, "expired"],
      [stopped, "stopped"],
    ] as const) {
      await assert.rejects(desk.press(link.token), { code: "payment_link_over", reason });
      assert.equal((await desk.services.links.open(link.token))?.state, reason);
    }
    assert.equal((await desk.press(stopped.token, { browser: ONE })).id, own.id);
    for (const transaction of open) await desk.succeed(transaction);
    assert.equal((await desk.read(stopped.id)).paidCount, 1);
    assert.equal((await desk.read(stopped.id)).status, "stopped");
  });

  it("are listed newest first, by status", async () => {
    const own = await openLinkDesk(connection());
    const active = await own.make();
    const paid = await own.make({ usage: "once" });
    const stopped = await own.make();
    const inADay = new Date(own.clock.now().getTime() + DAY_MINUTES * 60_000).toISOString();
    const expired = await own.make({ expiresAt: inADay });
    await own.succeed(await own.press(paid.token));
    for (const { id } of [stopped, paid]) {
      await own.services.links.stop({ accountId: own.accountId, id }, "usr_1");
    }
    own.clock.advance({ minutes: DAY_MINUTES });
    const list = async (filter: object) =>
      (await own.services.links.list({ ...own.owner, limit: 10, ...filter })).map(({ id }) => id);
    const all = [expired.id, stopped.id, paid.id, active.id];
    assert.deepEqual(await list({}), all);
    assert.deepEqual(await list({ limit: 2, before: stopped.id }), all.slice(2));
    for (const link of [active, paid, stopped, expired]) {
      const { status } = await own.read(link.id);
      assert.deepEqual(await list({ status }), [link.id], status);
    }
    assert.deepEqual(await desk.services.links.list({ ...own.owner, mode: "live", limit: 1 }), []);
    const key = { accountId: desk.accountId, id: active.id };
    await assert.rejects(desk.services.links.find(key), { code: "not_found" });
    await assert.rejects(desk.services.links.stop(key, "usr_1"), { code: "not_found" });
  });

  it("are created once for an Idempotency-Key", async () => {
    const request = { ...desk.owner, actor: "key_1", idempotencyKey: "a" } as const;
    const input = { ...LINK, description: "One" };
    const created = await Promise.all(
      Array.from({ length: 5 }, () => desk.services.links.create({ ...request, input })),
    );
    assert.equal(new Set(created.map(({ link }) => link.id)).size, 1);
    assert.equal(created.filter(({ isNew }) => isNew).length, 1);
    await assert.rejects(
      desk.services.links.create({ ...request, input: { ...input, amount: 1 } }),
      { code: "idempotency_key_reused" },
    );
  });

  it("refuse what is no link", async () => {
    const at = (minutes: number) =>
      new Date(desk.clock.now().getTime() + minutes * 60_000).toISOString();
    const open = { amount: undefined, minAmount: 5, maxAmount: 10 };
    const cases: [path: string, input: Partial<LinkInput>][] = [
      ["amount", { amount: 0 }],
      ["amount", { amount: 1.5 }],
      ["amount", { amount: 100_000_000_000 }],
      ["amount", { amount: undefined }],
      ["minAmount", { minAmount: 1 }],
      ["minAmount", { ...open, minAmount: undefined }],
      ["minAmount", { ...open, minAmount: 0 }],
      ["maxAmount", { ...open, maxAmount: undefined }],
      ["maxAmount", { ...open, maxAmount: 4 }],
      ["currency", { currency: "EUX" }],
      ["description", { description: "a\nb" }],
      ["externalId", { externalId: "x".repeat(101) }],
      ["maxPayments", { maxPayments: 0 }],
      ["maxPayments", { usage: "once", maxPayments: 1 }],
      ["expiresAt", { expiresAt: at(0) }],
      ["expiresAt", { expiresAt: at(6 * 366 * DAY_MINUTES) }],
    ];
    for (const [path, input] of cases) {
      await assert.rejects(desk.make(input), (error: { code: string; fields: object[] }) => {
        assert.equal(error.code, "invalid_request");
        assert.partialDeepStrictEqual(error.fields, [{ path }]);
        return true;
      });
    }
  });

  it("are refused where a payment would be", async () => {
    const { services } = createServicesWithoutBanks(connection());
    const { accountId } = await makeMerchant(services, { mode: "live" });
    const request = { accountId, mode: "live", input: LINK, actor: "usr_1" } as const;
    await assert.rejects(services.links.create(request), { code: "no_way_to_pay" });
    const own = await openLinkDesk(connection());
    const { token } = await own.make();
    await own.services.operator.close(own.accountId, "operator");
    await assert.rejects(own.make(), { code: "account_closed" });
    assert.equal((await own.services.links.open(token))?.state, "stopped");
    await assert.rejects(own.press(token), { code: "payment_link_over" });
  });

  it("show a payment to its own browser, and to others only by a number that can't be guessed", async () => {
    const { links } = desk.services;
    const reusable = await desk.make();
    const once = await desk.make({ usage: "once", externalId: "invoice-1" });
    for (const [link, seenByOthers] of [
      [reusable, true],
      [once, false],
    ] as const) {
      const made = await desk.press(link.token, { browser: ONE });
      const externalId = made.externalId ?? "";
      const own = await links.open(link.token, { browsers: [OTHER, ONE], externalId });
      assert.equal(own?.payment?.reference, made.reference);
      const other = await links.open(link.token, { browsers: [OTHER], externalId });
      assert.equal(other?.payment !== undefined, seenByOthers);
      assert.equal(other?.payment?.reference ?? null, null);
      const elsewhere = link === once ? reusable : once;
      const wrong = await links.open(elsewhere.token, { browsers: [ONE], externalId });
      assert.equal(wrong?.payment, undefined);
    }
    assert.equal(await links.open("4q8xk2m7w0tz"), undefined);
    assert.equal(await links.isKnown("../x"), false);
    assert.equal(JSON.stringify(await links.open(once.token)).includes("invoice-1"), false);
  });

  it("forget after two days which browser paid", async () => {
    const own = await openLinkDesk(connection());
    const { token } = await own.make();
    const { id } = await own.press(token, { browser: ONE });
    const browserOf = async () =>
      (await database().select().from(linkPayments).where(eq(linkPayments.transactionId, id)))[0]
        ?.browser;
    assert.match((await browserOf()) ?? "", /^[0-9a-f]{64}$/);
    own.clock.advance({ minutes: 2 * DAY_MINUTES });
    await own.services.links.forgetBrowsers();
    assert.notEqual(await browserOf(), null);
    own.clock.advance({ minutes: 1 });
    assert.ok((await own.services.links.forgetBrowsers()) >= 1);
    assert.equal(await browserOf(), null);
  });

  it("limit the presses of an address, and new payments of a link", async () => {
    const own = await openLinkDesk(connection());
    const { token } = await own.make();
    for (let at = 0; at < 60; at++) await own.press(token, { browser: ONE, address: "192.0.2.1" });
    await assert.rejects(own.press(token, { browser: ONE, address: "192.0.2.1" }), {
      code: "too_many_requests",
    });
    await own.press(token, { browser: OTHER, address: "192.0.2.2" });
  });
});
