import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { it } from "node:test";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { createLimits } from "#lib/platform/rate-limit/service.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import { createPasswordProof } from "./password-proof.ts";

const ADA = { id: "usr_ada", email: "ada@shop.example", name: "Ada", hasTotp: false } as const;

onDatabase("asking for the password again", (database) => {
  function create() {
    const clock = createFakeClock();
    const seal = createSeal(randomBytes(32));
    const limits = createLimits({
      db: database(),
      clock,
      seal,
      logger: { warn: assert.fail },
      factor: 1,
    });
    const users = {
      find: async (id: string) => (id === ADA.id ? ADA : undefined),
      checkPassword: async (id: string, password: string) => id === ADA.id && password === "right",
    };
    return { clock, limits, demandPassword: createPasswordProof({ users, limits }) };
  }

  it("accepts the correct one any number of times", async () => {
    const { demandPassword } = create();
    for (let count = 0; count < 12; count++) await demandPassword(ADA.id, "right");
  });

  it("refuses a wrong one and an unknown user", async () => {
    const { demandPassword } = create();
    await assert.rejects(demandPassword(ADA.id, "wrong"), {
      code: "invalid_request",
      fields: [{ path: "password", message: "password_wrong" }],
    });
    await assert.rejects(demandPassword("usr_nobody", "right"), { code: "signed_out" });
  });

  it("shares its limit of attempts with sign-in", async () => {
    const { demandPassword, limits, clock } = create();
    for (let count = 0; count < 4; count++) await limits.take("sign-in-email", ADA.email);
    for (let count = 0; count < 6; count++) {
      await assert.rejects(demandPassword(ADA.id, "wrong"), { code: "invalid_request" });
    }
    await assert.rejects(demandPassword(ADA.id, "right"), { code: "too_many_tries" });
    clock.advance({ minutes: 16 });
    await demandPassword(ADA.id, "right");
  });
});
