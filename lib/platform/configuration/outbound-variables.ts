import { z } from "zod";
import { parseHostPattern } from "#lib/platform/net/host-patterns.ts";
import { parseNetwork } from "#lib/platform/net/networks.ts";
import { parseNoProxy, parseProxyUrl } from "#lib/platform/net/outbound-proxy.ts";
import { isAllowable } from "#lib/platform/net/private-addresses.ts";
import { listBy, listOf } from "./variable-types.ts";

const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;

export const OUTBOUND_VARIABLES = {
  CALLBACK_ALLOWED_NETWORKS: listOf(
    listBy((part) => {
      const network = parseNetwork(part);
      return network && isAllowable(network) ? network : undefined;
    }),
    "must be networks such as 10.20.0.0/16, separated by commas; each private or public as a whole, never loopback, link-local or metadata",
  ).optional(),
  CALLBACK_ALLOWED_HOSTS: listOf(
    listBy((part) => {
      const host = parseHostPattern(part);
      return host && !/(^|\.)localhost$/.test(host) ? host : undefined;
    }),
    "must be host names such as shop.corp.example or *.corp.example, separated by commas; not localhost. Addresses go into CALLBACK_ALLOWED_NETWORKS",
  ).optional(),
  CALLBACK_ALLOWED_PORTS: listOf(
    listBy((part) => (isPort(part) ? Number(part) : undefined)),
    "must be port numbers, separated by commas",
  ).optional(),
  HTTPS_PROXY: listOf(
    parseProxyUrl,
    "must be an http or https URL without a path, such as http://proxy.example:3128, with user name and password percent-encoded",
  ).optional(),
  HTTPS_PROXY_FILE: z.string().min(1).optional(),
  NO_PROXY: listOf(
    parseNoProxy,
    "must be *, or names, addresses and networks such as .corp.example,10.0.0.0/8, separated by commas, without ports",
  ).optional(),
};

type Values = { [name in keyof typeof OUTBOUND_VARIABLES]?: unknown };

export function outboundProblem(values: Values): { path: string[]; message: string } | undefined {
  const { CALLBACK_ALLOWED_NETWORKS: networks, CALLBACK_ALLOWED_HOSTS: hosts } = values;
  if (values.CALLBACK_ALLOWED_PORTS === undefined || networks || hosts) return undefined;
  const message = "needs CALLBACK_ALLOWED_NETWORKS or CALLBACK_ALLOWED_HOSTS";
  return { path: ["CALLBACK_ALLOWED_PORTS"], message };
}
