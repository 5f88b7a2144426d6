import { returnUrlOf } from "./redirect.ts";

export type ReturnHint = "http" | "loopback" | "fragment" | "externalId";

export function previewReturn(
  url: string,
  externalId: string,
): { address: string; hints: ReturnHint[] } {
  const none = { failureReason: null, failureUrl: null, processingUrl: null, cancelUrl: null };
  const settings = { ...none, status: "succeeded", successUrl: url } as const;
  const { protocol, hostname, hash, searchParams } = new URL(url);
  const found: [ReturnHint, boolean][] = [
    ["http", protocol === "http:"],
    ["loopback", isLoopback(hostname)],
    ["fragment", hash !== ""],
    ["externalId", searchParams.has("externalId")],
  ];
  return {
    address: returnUrlOf({ ...settings, externalId }) ?? url,
    hints: found.filter(([, isSo]) => isSo).map(([hint]) => hint),
  };
}

function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}
