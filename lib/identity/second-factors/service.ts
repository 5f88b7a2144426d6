import type { UserId } from "#lib/identity/model/user.ts";
import { revokeWithoutFactor } from "#lib/identity/operators/role.ts";
import { type Actor, type AuditAction, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { Limits } from "#lib/platform/rate-limit/service.ts";
import { digest } from "#lib/platform/values/ids.ts";
import type { DemandPassword } from "./password-proof.ts";
import { asRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import * as repository from "./repository.ts";
import { asTotpCode, newTotpSecret, stepOfCode, type TotpSetUp, totpUri } from "./totp.ts";

/** Binds a sealed authenticator secret to its user. */
export const totpContext = (userId: string) => `users.totp:${userId}`;

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

const SET_UP_MS = 15 * 60 * 1000;

type Deps = {
  db: Database;
  clock: Clock;
  seal: Seal;
  /** A correct attempt is given back. `take` throws `too_many_tries`. */
  limits: Pick<Limits, "take" | "giveBack">;
  demandPassword: DemandPassword;
  /** Name shown in authenticator apps. */
  issuer: string;
};

/** Authenticator app codes (RFC 6238) and recovery codes. */
export function createSecondFactorService(deps: Deps) {
  const { db, clock, seal, limits, demandPassword, issuer } = deps;
  const wrongCode = () =>
    new AppError("second_factor_wrong", { fields: [{ path: "code", message: "code_wrong" }] });

  const audit = (tx: Database, userId: UserId, action: AuditAction) =>
    recordAudit(tx, clock.now(), {
      accountId: null,
      actor: userId satisfies Actor,
      action,
      target: userId,
    });

  const open = (userId: string, sealed: string) => seal.open(sealed, totpContext(userId));

  /** Expires and belongs to one session, so only the user who proved the password sees it and finishes the setup. */
  function openPending(userId: string, sealed: string, sessionId: string): string | undefined {
    const [secret, begunAt, begunBy] = open(userId, sealed).split(" ");
    const isFresh = clock.now().getTime() - Number(begunAt) <= SET_UP_MS;
    return isFresh && begunBy === sessionId ? secret : undefined;
  }

  async function giveCodes(tx: Database, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    const digests = codes.map((code) => digest(asRecoveryCode(code) ?? code));
    await repository.replaceCodes(tx, userId, digests, clock.now());
    return codes;
  }

  async function takeTotp(userId: string, code: string): Promise<boolean> {
    const user = await repository.find(db, userId);
    if (!user?.sealedSecret || !user.confirmedAt) return false;
    const step = stepOfCode(code, open(userId, user.sealedSecret), clock.now());
    return step !== undefined && repository.takeStep(db, userId, step);
  }

  const takeRecovery = (userId: UserId, code: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const isTaken = await repository.takeCode(tx, userId, digest(code), now);
      if (isTaken) await audit(tx, userId, "user.recovery_code_used");
      return isTaken;
    });

  return {
    async status(userId: string): Promise<{ onSince: Date | null; recoveryCodesLeft: number }> {
      const user = await repository.find(db, userId);
      const recoveryCodesLeft = await repository.countCodesLeft(db, userId);
      return { onSince: user?.confirmedAt ?? null, recoveryCodesLeft };
    },

    /**
     * Sign-in needs no code until `confirm`.
     * @throws AppError `limit_reached` if an app is on
     */
    async start(userId: string, password: string, sessionId: string): Promise<void> {
      await demandPassword(userId, password);
      const begun = `${newTotpSecret()} ${clock.now().getTime()} ${sessionId}`;
      const sealed = seal.seal(begun, totpContext(userId));
      if (!(await repository.replacePending(db, userId, sealed)))
        throw new AppError("limit_reached");
    },

    /** `undefined` without a setup of this session, or 15 minutes after its start. */
    async pending(userId: string, sessionId: string): Promise<TotpSetUp | undefined> {
      const user = await repository.find(db, userId);
      if (!user?.sealedSecret || user.confirmedAt) return undefined;
      const secret = openPending(userId, user.sealedSecret, sessionId);
      if (secret === undefined) return undefined;
      return { secret, uri: totpUri(secret, issuer, user.email) };
    },

    /**
     * The recovery codes are never shown again.
     * @throws AppError `second_factor_wrong`, `not_found` without a pending setup
     */
    async confirm(userId: UserId, typed: string, sessionId: string): Promise<string[]> {
      await limits.take("second-step", userId);
      const codes = await db.transaction(async (tx) => {
        const user = await repository.lockUser(tx, userId);
        if (!user?.sealedSecret || user.confirmedAt) throw new AppError("not_found");
        const now = clock.now();
        const secret = openPending(userId, user.sealedSecret, sessionId);
        if (secret === undefined) throw new AppError("not_found");
        const step = stepOfCode(asTotpCode(typed) ?? "", secret, now);
        if (step === undefined) throw wrongCode();
        await revokeWithoutFactor(deps, tx, userId);
        const sealedTotpSecret = seal.seal(secret, totpContext(userId));
        await repository.turnOn(tx, userId, { sealedTotpSecret, at: now, step });
        await audit(tx, userId, "user.second_factor_on");
        return giveCodes(tx, userId);
      });
      await limits.giveBack("second-step", userId);
      return codes;
    },

    /**
     * Accepts a code of the app or a recovery code, each once.
     * @throws AppError `second_factor_wrong`, `too_many_tries`
     */
    async take(userId: UserId, typed: string): Promise<void> {
      await limits.take("second-step", userId);
      const code = asTotpCode(typed);
      const recoveryCode = asRecoveryCode(typed);
      const isTaken = code
        ? await takeTotp(userId, code)
        : recoveryCode !== undefined && (await takeRecovery(userId, recoveryCode));
      if (!isTaken) throw wrongCode();
      await limits.giveBack("second-step", userId);
    },

    /**
     * The new codes are never shown again. Invalidates the old ones.
     * @throws AppError `not_found` if no app is on
     */
    async renewRecoveryCodes(userId: UserId, password: string): Promise<string[]> {
      await demandPassword(userId, password);
      return db.transaction(async (tx) => {
        const user = await repository.lockUser(tx, userId);
        if (!user?.confirmedAt) throw new AppError("not_found");
        await audit(tx, userId, "user.recovery_codes_renewed");
        return giveCodes(tx, userId);
      });
    },

    /**
     * Also deletes the recovery codes. With the last second factor, an operator loses that role.
     * @throws AppError `not_found` if no app is on
     */
    async switchOff(userId: UserId, password: string): Promise<void> {
      await demandPassword(userId, password);
      await db.transaction(async (tx) => {
        if (!(await repository.turnOff(tx, userId))) throw new AppError("not_found");
        await repository.replaceCodes(tx, userId, [], clock.now());
        await audit(tx, userId, "user.second_factor_off");
        await revokeWithoutFactor(deps, tx, userId);
      });
    },
  };
}
