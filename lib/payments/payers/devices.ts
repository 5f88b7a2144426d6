import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { emailKey } from "#lib/platform/values/email.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { DeviceRow } from "./repository.ts";
import * as repository from "./repository.ts";

const KEPT_MS = 180 * 24 * 60 * 60 * 1000;

export const deviceContext = (id: string) => `payer_devices:${id}`;

export const oldestDevice = (clock: Clock) => new Date(clock.now().getTime() - KEPT_MS);

export type Devices = ReturnType<typeof createDevices>;

/** A device unseen for 180 days is forgotten. */
export function createDevices({ db, clock, seal }: { db: Database; clock: Clock; seal: Seal }) {
  const oldest = () => oldestDevice(clock);

  async function emailOf(deviceId: string, on: Database = db): Promise<string | undefined> {
    if (!isDeviceId(deviceId)) return undefined;
    const row = await repository.findDevice(on, deviceId, oldest());
    return row && openEmail(row);
  }

  /** It may outlive the secret it was sealed with. */
  function openEmail({ id, sealedEmail }: DeviceRow): string | undefined {
    try {
      return seal.open(sealedEmail, deviceContext(id));
    } catch {
      return undefined;
    }
  }

  return {
    emailOf,

    async emailsOf(deviceIds: string[]): Promise<Map<string, string>> {
      const known = deviceIds.filter(isDeviceId);
      const rows = known.length === 0 ? [] : await repository.listDevices(db, known, oldest());
      return new Map(
        rows.flatMap((row) => {
          const email = openEmail(row);
          return email === undefined ? [] : [[row.id, email] as const];
        }),
      );
    },

    /** Must match a merchant's `email`. Updates when it was last seen. */
    async vouches(
      deviceId: string | undefined,
      email: string | undefined,
      on: Database = db,
    ): Promise<boolean> {
      if (deviceId === undefined) return false;
      const known = await emailOf(deviceId, on);
      if (known === undefined) return false;
      if (email !== undefined && emailKey(email) !== emailKey(known)) return false;
      await repository.touchDevice(on, deviceId, clock.now());
      return true;
    },

    async remember(tx: Database, email: string): Promise<string> {
      const id = newId("pdev");
      const now = clock.now();
      const sealedEmail = seal.seal(email, deviceContext(id));
      await repository.insertDevice(tx, { id, sealedEmail, createdAt: now, lastSeenAt: now });
      return id;
    },

    async forget(deviceId: string): Promise<void> {
      if (isDeviceId(deviceId)) await repository.deleteDevice(db, deviceId);
    },
  };
}

function isDeviceId(text: string): boolean {
  return /^pdev_[0-9a-z]{26}$/.test(text);
}
