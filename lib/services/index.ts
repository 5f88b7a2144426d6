import { withinPatience } from "#lib/platform/db/patience.ts";
import type { Services } from "./create.ts";

export type { Services };

type Holder = {
  open: () => Promise<Services>;
  opening?: Promise<Services> | undefined;
  services?: Services;
};

const HOLDER = Symbol.for("bankside.services");

// Next bundles pages and actions apart from the server.
const holder = globalThis as typeof globalThis & { [HOLDER]?: Holder };

export function provideServices(open: () => Promise<Services>): void {
  holder[HOLDER] = { open };
}

/** @throws when opening the database fails, or takes more than 2 s */
export async function getServices(): Promise<Services> {
  return holder[HOLDER]?.services ?? withinPatience(openServices());
}

/** @throws when opening the database fails */
export function openServices(): Promise<Services> {
  const held = holder[HOLDER];
  if (!held) throw new Error("this process provides no services");
  held.opening ??= held.open().then(
    (services) => {
      held.services = services;
      return services;
    },
    (error: unknown) => {
      held.opening = undefined;
      throw error;
    },
  );
  return held.opening;
}

export async function closeServices(): Promise<void> {
  const opened = await holder[HOLDER]?.opening?.catch(() => undefined);
  await opened?.close();
}
