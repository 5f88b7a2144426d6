import { notFound } from "next/navigation";
import { cache } from "react";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

/** 404 without a pending or decided payment. */
export const openPayment = cache(async (approvalToken: string) => {
  const { sandboxBank, sandboxEnabled } = await getServices();
  const known = (await sandboxEnabled()) && /^[\w-]{16,128}$/.test(approvalToken);
  return (known && (await sandboxBank.findByApprovalToken(approvalToken))) || notFound();
});

/** `undefined` if the parameter is missing or repeated. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
