import { withinPatience } from "#lib/platform/db/patience.ts";
import type { Services } from "./create.ts";

export type { Services };

type Holder = { open: () => Promise<Services>; opened?: Promise<Services> | undefined };

const HOLDER = Symbol.for("bankside.services");

// Next bundles pages, actions and the proxy apart from the server, which opens the services for all of them.
const holder = globalThis as typeof globalThis & { [HOLDER]?: Holder };

/** Call first: says how this process opens its services. */
export function provideServices(open: () => Promise<Services>): void {
  holder[HOLDER] = { open };
}

/**
 * The process's services, opened at first use.
 * @throws when opening the database fails, or takes more than 2 s
 */
export const getServices = (): Promise<Services> => withinPatience(openServices());

/**
 * Waits as long as opening takes.
 * @throws when opening the database fails
 */
export function openServices(): Promise<Services> {
  const held = holder[HOLDER];
  if (!held) throw new Error("this process provides no services");
  held.opened ??= held.open().catch((error: unknown) => {
    held.opened = undefined;
    throw error;
  });
  return held.opened;
}

export async function closeServices(): Promise<void> {
  const opened = await holder[HOLDER]?.opened?.catch(() => undefined);
  await opened?.close();
}
