import assert from "node:assert/strict";
import { it } from "node:test";
import type { OpenSession } from "#lib/identity/sessions/session.ts";
import { demandOwnFactor, operatorDoor, visitAsOperator } from "./operator-visit.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

function session({ hasTotp = true, ...more }: Partial<OpenSession> & { hasTotp?: boolean } = {}) {
  const user = { id: "usr_1", email: "ada@pay.example", name: "Ada", hasTotp } as const;
  return {
    id: "ses_1",
    isComplete: true,
    createdAt: NOW,
    secondFactorAt: NOW,
    user,
    isOperator: true,
    membership: undefined,
    ...more,
  } satisfies OpenSession;
}

const withPasskey = async () => true;
const withoutPasskey = async () => false;

it("hides the operator's pages without both sign-in steps and the role", async () => {
  for (const each of [
    undefined,
    session({ isComplete: false }),
    session({ isOperator: false }),
    session({ isOperator: false, secondFactorAt: null }),
  ]) {
    assert.equal(await operatorDoor(each, withPasskey), "hidden");
    const visit = visitAsOperator(each, withPasskey, { now: NOW, isDangerous: false });
    await assert.rejects(visit, { code: "not_found" });
  }
});

it("hides the operator's pages from a role without a second factor", async () => {
  const each = session({ hasTotp: false });
  assert.equal(await operatorDoor(each, withoutPasskey), "hidden");
  const visit = visitAsOperator(each, withoutPasskey, { now: NOW, isDangerous: false });
  await assert.rejects(visit, { code: "not_found" });
});

it("requires a second factor that was used in this session", async () => {
  const cases = [
    [session({ secondFactorAt: null }), withoutPasskey, "confirm"],
    [session({ hasTotp: false, secondFactorAt: null }), withPasskey, "confirm"],
    [session(), withoutPasskey, "open"],
    [session({ hasTotp: false }), withPasskey, "open"],
  ] as const;
  for (const [each, hasPasskey, door] of cases) {
    assert.equal(await operatorDoor(each, hasPasskey), door);
    const visit = visitAsOperator(each, hasPasskey, { now: NOW, isDangerous: false });
    if (door === "open") assert.equal((await visit).user, each.user);
    else await assert.rejects(visit, { code: "confirmation_required" });
  }
});

it("requires the second factor again after ten minutes, for dangerous actions", async () => {
  const visit = (minutes: number, isDangerous: boolean) =>
    visitAsOperator(session({ secondFactorAt: ago(minutes) }), withoutPasskey, {
      now: NOW,
      isDangerous,
    });
  assert.equal((await visit(10, true)).isRecent, true);
  assert.equal((await visit(11, false)).isRecent, false);
  await assert.rejects(visit(11, true), { code: "confirmation_required" });
});

it("lets an operator change second factors only soon after one was used, and other users as before", async () => {
  const refused = demandOwnFactor(
    session({ secondFactorAt: null, hasTotp: false }),
    withPasskey,
    NOW,
  );
  await assert.rejects(refused, { code: "confirmation_required" });
  await assert.rejects(demandOwnFactor(session({ secondFactorAt: null }), withoutPasskey, NOW), {
    code: "confirmation_required",
  });
  await demandOwnFactor(session({ secondFactorAt: null, hasTotp: false }), withoutPasskey, NOW);
  await demandOwnFactor(session({ secondFactorAt: ago(10) }), withPasskey, NOW);
  await assert.rejects(demandOwnFactor(session({ secondFactorAt: ago(11) }), withPasskey, NOW), {
    code: "confirmation_required",
  });
  await demandOwnFactor(session({ isOperator: false, secondFactorAt: null }), withPasskey, NOW);
});
