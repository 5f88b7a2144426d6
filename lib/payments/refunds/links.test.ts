import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { refundLinks } from "#lib/payments/model/refunds.schema.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { MEMBER, openTransferDesk, type TransferDesk } from "#lib/testing/transfers.ts";
import { toPublicRefund } from "./refund.ts";

const TYPED = { iban: "de89 3704 0044 0532 0130 00", name: " Ada Payer " };
const DAY_MINUTES = 24 * 60;

onDatabase("links for the account of a refund", (database, connection) => {
  let desk: TransferDesk;
  beforeEach(async () => {
    desk = await openTransferDesk(connection());
  });

  const service = () => desk.test.services.refunds;
  async function asked() {
    const { id, transferReference } = await desk.fresh();
    await desk.give([{ reference: transferReference }]);
    const input = { transactionId: id, amount: 450 };
    const { refund } = await service().create({ ...desk.owner(), input, actor: MEMBER });
    const key = { accountId: desk.apiKey.accountId, id: refund.id };
    const url = await service().createLink(key, MEMBER);
    const token = new URL(url).pathname.split("/").at(-1) ?? "";
    return { key, url, token, state: async () => (await service().readLink(token))?.state };
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: unknown) => (isAppError(error) ? (error.reason ?? error.code) : String(error)),
    );

  it("take an account once, also from several at once", async () => {
    const { key, url, token, state } = await asked();
    assert.match(url, /^http:\/\/localhost:3000\/refund\/[\w-]{43}$/);
    assert.equal(toPublicRefund(await service().get(key)).payeeAccount, "asked");
    assert.deepEqual(await service().readLink(token), {
      amount: 450,
      currency: "EUR",
      mode: "test",
      payeeName: "Corner Books",
      state: "open",
    });
    const results = await Promise.all([1, 2, 3].map(() => codeOf(service().useLink(token, TYPED))));
    assert.deepEqual(results.sort(), ["link_not_valid", "link_not_valid", "none"]);
    assert.deepEqual([await state(), (await service().get(key)).status], ["done", "ready"]);
    const account = { iban: "DE89370400440532013000", name: "Ada Payer" };
    assert.deepEqual((await service().revealOrder(key, MEMBER))?.account, account);
    assert.equal(await codeOf(service().createLink(key, MEMBER)), "status");
    await service().cancel(key, MEMBER);
    assert.equal(await state(), "over");
  });

  it("refuse what is no account, and count it", async () => {
    const { token, state } = await asked();
    for (const wrong of [
      { ...TYPED, iban: "DE89370400440532013001" },
      { ...TYPED, iban: "" },
      { ...TYPED, name: " " },
      { ...TYPED, name: "a".repeat(71) },
      { ...TYPED, name: "Ada\nPayer" },
    ]) {
      assert.equal(await codeOf(service().useLink(token, wrong)), "invalid_request");
    }
    assert.equal(await state(), "open");
    for (let more = 0; more < 15; more++) {
      await codeOf(service().useLink(token, { ...TYPED, iban: "" }));
    }
    assert.equal(await codeOf(service().useLink(token, TYPED)), "too_many_tries");
  });

  it("end after 14 days, with the refund, and once the account is known", async () => {
    const late = await asked();
    const cancelled = await asked();
    await service().cancel(cancelled.key, MEMBER);
    const known = await asked();
    await service().enterAccount(known.key, { iban: TYPED.iban, name: null }, MEMBER);
    desk.test.clock.advance({ minutes: 14 * DAY_MINUTES });
    for (const { token, state } of [late, cancelled, known]) {
      assert.equal(await codeOf(service().useLink(token, TYPED)), "link_not_valid");
      assert.equal(await state(), "over");
    }
    assert.equal(await service().readLink("x".repeat(43)), undefined);
    assert.equal(await codeOf(service().useLink("../etc", TYPED)), "link_not_valid");
    const rows = await database().select().from(refundLinks);
    assert.ok(rows.every(({ digest }) => /^[0-9a-f]{64}$/.test(digest)));
    desk.test.clock.advance({ minutes: 14 * DAY_MINUTES + 1 });
    await service().purgeLinks();
    assert.equal(await late.state(), undefined);
  });
});
