"use client";

import useSWR from "swr";

const POLL_MS = 2_000;

export function useOrderStatus(orderId: string, initial: string): string {
  const { data } = useSWR(`/sandbox/shop/orders/${orderId}/status`, readStatus, {
    refreshInterval: POLL_MS,
  });
  return data ?? initial;
}

async function readStatus(address: string): Promise<string> {
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new Error(`the order's status can't be read: ${response.status}`);
  const body: { status?: unknown } = await response.json();
  if (typeof body.status !== "string") throw new Error("the order's status can't be read");
  return body.status;
}
