"use client";

import { useRef, useState } from "react";
import type { PaymentResult } from "#sdk/js/src/bankside.ts";
import { createBanksideInBrowser, type Order } from "./sdk.ts";

type Step =
  | { name: "ordering" }
  | { name: "paying" }
  /** The SDK's result, which is not proof of payment. */
  | { name: "result"; result: PaymentResult };

const ORDERING: Step = { name: "ordering" };

export function usePayment(config: { baseUrl: string; urlScheme: string }) {
  const [step, setStep] = useState<Step>(ORDERING);
  const [problem, setProblem] = useState<string>();
  const waiting = useRef<AbortController>(undefined);
  const order = useRef<Order>(undefined);
  const visit = useRef({ orderNumber: "", orders: 0 });

  /** `#1042`, then `#1042-2`: known without a request, which would cost the click its window. */
  function nextNumber(): string {
    const { orderNumber } = visit.current;
    visit.current.orders += 1;
    const { orders } = visit.current;
    return orders === 1 ? orderNumber : `${orderNumber}-${orders}`;
  }

  /** Opens a window, so call it directly from a click. The same drink stays the same order until `reset`. */
  function pay(drink: Order["drink"], token: string): Promise<void> {
    if (order.current?.drink.id !== drink.id) order.current = { drink, externalId: nextNumber() };
    return payOrder(order.current, token);
  }

  async function payOrder(current: Order, token: string): Promise<void> {
    const controller = new AbortController();
    waiting.current = controller;
    setProblem(undefined);
    setStep({ name: "paying" });
    const result = await createBanksideInBrowser(config).pay(current, token, controller.signal);
    if ("problem" in result) {
      // The next payment for this drink is a new order.
      if (result.problem === "already_paid") order.current = undefined;
      setProblem(result.problem);
      setStep(ORDERING);
    } else {
      setStep({ name: "result", result });
    }
  }

  return {
    step,
    problem,
    pay,
    giveUp: () => waiting.current?.abort(),
    async retry(token: string): Promise<void> {
      if (order.current) await payOrder(order.current, token);
    },
    /** Clears the failure and keeps the order. */
    signIn(orderNumber: string): void {
      visit.current = { orderNumber, orders: 0 };
      setProblem(undefined);
      setStep(ORDERING);
    },
    reset(): void {
      order.current = undefined;
      setProblem(undefined);
      setStep(ORDERING);
    },
  };
}
