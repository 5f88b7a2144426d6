"use client";

import useSWR from "swr";

const POLL_MS = 2_000;
const STATUSES = ["pending", "processing", "succeeded", "failed"] as const;

type Status = (typeof STATUSES)[number];

export function usePaymentStatus(transactionId: string): Status | "asking" | "unreachable" {
  const { data, error } = useSWR(`/sandbox/app/payments/${transactionId}`, readStatus, {
    refreshInterval: (latest) => (latest === "succeeded" || latest === "failed" ? 0 : POLL_MS),
    errorRetryInterval: POLL_MS,
  });
  return error ? "unreachable" : (data ?? "asking");
}

async function readStatus(address: string): Promise<Status> {
  const response = await fetch(address, { cache: "no-store" });
  const body: { status?: unknown } = response.ok ? await response.json() : {};
  const status = STATUSES.find((known) => known === body.status);
  if (!status) throw new Error(`the payment's status can't be read: ${response.status}`);
  return status;
}
