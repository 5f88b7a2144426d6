import assert from "node:assert/strict";
import { before, it } from "node:test";
import fc from "fast-check";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { propertyRuns } from "#lib/testing/lane.ts";
import { type LinkDesk, openLinkDesk } from "#lib/testing/links.ts";

const BROWSERS = [undefined, "AbCdEfGhIjKlMnOpQrStUv", "ZbCdEfGhIjKlMnOpQrStUv"];
const ALLOWED = ["payment_link_busy", "payment_link_over", "transaction_in_progress"];

const step = fc.oneof(
  fc.record({ by: fc.nat({ max: BROWSERS.length - 1 }), amount: fc.constantFrom(100, 200) }),
  fc.record({ end: fc.constantFrom("succeed", "fail"), of: fc.nat({ max: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const OPEN = { amount: undefined, minAmount: 1, maxAmount: 500 };

onDatabase("payment links in a crowd", (_database, connection) => {
  let desk: LinkDesk;
  before(async () => {
    desk = await openLinkDesk(connection());
  });

  const paymentsOf = (linkId: string) =>
    desk.services.links.payments({ ...desk.owner, linkId, limit: 100 });

  for (const [what, input, most] of [
    ["one for a single payment", { usage: "once" }, 1],
    ["one for three payments", { maxPayments: 3 }, 3],
  ] as const) {
    it(`${what} begins no more, however many press at once`, async () => {
      const { token, id } = await desk.make(input);
      const pressed = await Promise.allSettled(Array.from({ length: 12 }, () => desk.press(token)));
      for (const each of pressed) {
        if (each.status === "fulfilled") continue;
        assert.ok(isAppError(each.reason) && ALLOWED.includes(each.reason.code), each.reason);
      }
      assert.equal((await paymentsOf(id)).length, most);
    });
  }

  it("one browser that presses many times at once makes one payment", async () => {
    const { token, id } = await desk.make();
    const [, browser] = BROWSERS;
    const pressed = await Promise.all(
      Array.from({ length: 8 }, () => desk.press(token, { browser })),
    );
    assert.equal(new Set(pressed.map((each) => each.id)).size, 1);
    assert.equal((await paymentsOf(id)).length, 1);
  });

  async function take(link: { id: string; token: string }, wanted: Step): Promise<void> {
    if ("by" in wanted) {
      await desk.press(link.token, { browser: BROWSERS[wanted.by], amount: wanted.amount });
      return;
    }
    const payment = (await paymentsOf(link.id))[wanted.of];
    const whole = payment && (await desk.services.transactions.findById(payment.id));
    if (whole?.status !== "pending") return;
    if (wanted.end === "fail") await desk.fail(whole.id);
    else await desk.succeed(whole);
  }

  it("never have more payments that succeeded or may succeed than they take", async () => {
    let begun = 0;
    const crowds = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom({ usage: "once" as const }, { maxPayments: 2 }),
        crowds,
        async (input, steps) => {
          const link = await desk.make({ ...OPEN, ...input });
          const most = "usage" in input ? 1 : 2;
          for (const crowd of steps) {
            await Promise.allSettled(crowd.map((wanted) => take(link, wanted)));
            const rows = await paymentsOf(link.id);
            const counted = rows.filter(({ status }) => status !== "failed");
            assert.ok(counted.length <= most, `${counted.length} of ${most}`);
            const paid = rows.filter(({ status }) => status === "succeeded").length;
            assert.equal((await desk.read(link.id)).paidCount, paid);
            begun += rows.length;
          }
        },
      ),
      { numRuns: propertyRuns(25) },
    );
    assert.ok(begun > 5, `only ${begun} payments`);
  });
});
