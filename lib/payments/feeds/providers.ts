import type { FeedProvider } from "#lib/payments/model/feed.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { SendRequest } from "./http.ts";
import type { Providers } from "./port.ts";
import { createQonto, QONTO_HOSTS } from "./qonto/provider.ts";
import { createRevolut, REVOLUT_HOSTS } from "./revolut/provider.ts";

export type FeedHosts = Record<FeedProvider, Record<Mode, string>>;

/** Live mode reads from nowhere else. `simulator` replaces the providers' sandboxes. */
export function hostsFor(simulator: string | undefined): FeedHosts {
  const hosts = { qonto: QONTO_HOSTS, revolut: REVOLUT_HOSTS };
  if (simulator === undefined) return hosts;
  return {
    qonto: { ...hosts.qonto, test: `${simulator}/qonto` },
    revolut: { ...hosts.revolut, test: `${simulator}/revolut` },
  };
}

export function createProviders(
  send: SendRequest,
  clock: Pick<Clock, "now">,
  hosts: FeedHosts,
): Providers {
  return {
    qonto: createQonto(send, hosts.qonto),
    revolut: createRevolut(send, clock, hosts.revolut),
  };
}
