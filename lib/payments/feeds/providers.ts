import type { FeedProvider } from "#lib/payments/model/feed.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { SendRequest } from "./http.ts";
import type { Providers } from "./port.ts";
import { createQonto, QONTO_HOSTS } from "./qonto/provider.ts";

export type FeedHosts = Record<FeedProvider, Record<Mode, string>>;

/** Live mode reads from nowhere else. `simulator` replaces the providers' sandboxes. */
export function hostsFor(simulator: string | undefined): FeedHosts {
  if (simulator === undefined) return { qonto: QONTO_HOSTS };
  return { qonto: { ...QONTO_HOSTS, test: `${simulator}/qonto` } };
}

export function createProviders(send: SendRequest, hosts: FeedHosts): Providers {
  return { qonto: createQonto(send, hosts.qonto) };
}
