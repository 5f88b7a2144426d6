"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useOrderStatus } from "./use-order-status.ts";

export function FollowOrder({ orderId, status }: { orderId: string; status: string }) {
  const router = useRouter();
  const heard = useOrderStatus(orderId, status);
  useEffect(() => {
    if (heard !== status) router.refresh();
  }, [heard, status, router]);
  return null;
}
