import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { LogoType } from "#lib/merchants/model/look.ts";
import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { invalidField } from "#lib/platform/failures/errors.ts";
import { type Brand, type Look, NO_BRAND } from "./brand.ts";
import { readLogo } from "./logo.ts";
import * as repository from "./repository.ts";
import { isScheme, lookOf } from "./style.ts";

type Deps = { db: Database; clock: Clock; accounts: Pick<AccountService, "holdOpen"> };

export type BrandChange = {
  accountId: string;
  accentColour: string;
  scheme: string;
  logo?: Uint8Array | undefined;
};

export type BrandService = ReturnType<typeof createBrandService>;

export function createBrandService({ db, clock, accounts }: Deps) {
  function store(
    accountId: string,
    actor: Actor,
    values: Partial<Brand> & { logo?: string | null; logoType?: LogoType | null },
  ): Promise<void> {
    return db.transaction(async (tx) => {
      await accounts.holdOpen(tx, accountId);
      const known = (await repository.find(tx, accountId)) ?? NO_BRAND;
      const names = (["accentColour", "scheme", "logoDigest"] as const).filter(
        (name) => values[name] !== undefined && values[name] !== known[name],
      );
      if (names.length === 0) return;
      const now = clock.now();
      await repository.put(tx, accountId, { ...values, updatedAt: now });
      const details = { changed: names.map((name) => AUDIT_NAMES[name]).join(", ") };
      const action = "brand.changed";
      await recordAudit(tx, now, { accountId, actor, action, target: accountId, details });
    });
  }

  return {
    find: async (accountId: string): Promise<Brand> =>
      (await repository.find(db, accountId)) ?? NO_BRAND,

    look: async (accountId: string): Promise<Look> =>
      lookOf((await repository.find(db, accountId)) ?? NO_BRAND),

    /** @throws AppError `invalid_request`, `account_closed` */
    async change({ accountId, logo, ...wanted }: BrandChange, actor: Actor): Promise<void> {
      const values = readChoice(wanted);
      await store(accountId, actor, { ...values, ...(logo && readPicture(logo)) });
    },

    /** @throws AppError `account_closed` */
    removeLogo: (accountId: string, actor: Actor): Promise<void> =>
      store(accountId, actor, { logo: null, logoType: null, logoDigest: null }),

    async logo(logoDigest: string): Promise<{ type: LogoType; bytes: Buffer } | undefined> {
      if (!/^[0-9a-f]{64}$/.test(logoDigest)) return undefined;
      const row = await repository.findLogo(db, logoDigest);
      if (!row?.logo || !row.logoType) return undefined;
      return { type: row.logoType, bytes: Buffer.from(row.logo, "base64") };
    },
  };
}

const AUDIT_NAMES = { accentColour: "colour", scheme: "scheme", logoDigest: "logo" } as const;

function readChoice({ accentColour, scheme }: Pick<BrandChange, "accentColour" | "scheme">) {
  const colour = accentColour.trim().toLowerCase();
  if (colour !== "" && !/^#[0-9a-f]{6}$/.test(colour)) {
    throw invalidField("accent", "colour");
  }
  if (!isScheme(scheme)) {
    throw invalidField("scheme", "scheme");
  }
  return { accentColour: colour === "" ? null : colour, scheme };
}

function readPicture(bytes: Uint8Array) {
  const { type, base64, digest } = readLogo(bytes);
  return { logo: base64, logoType: type, logoDigest: digest };
}
