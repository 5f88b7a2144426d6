"use client";

import { useRef, useState } from "react";
import type { PaymentResult } from "#sdk/js/src/bankside.ts";
import { randomKey } from "#sdk/js/src/runtime.ts";
import { createBanksideInBrowser, type Order } from "./sdk.ts";

type Step =
  | { name: "ordering" }
  | { name: "paying" }
  /** The SDK has told how the payment seems to have ended. */
  | { name: "told"; result: PaymentResult };

const ORDERING: Step = { name: "ordering" };

/** Pays with the SDK. `problem` is the code of the last failure. */
export function usePayment(config: { baseUrl: string; urlScheme: string }) {
  const [step, setStep] = useState<Step>(ORDERING);
  const [problem, setProblem] = useState<string>();
  const waiting = useRef<AbortController>(undefined);
  const order = useRef<Order>(undefined);

  /** To be called straight from a click: it opens a window. The same drink again is the same order, until `reset`. */
  function pay(drink: Order["drink"], token: string): Promise<void> {
    if (order.current?.drink.id !== drink.id) order.current = { drink, externalId: randomKey() };
    return payOrder(order.current, token);
  }

  async function payOrder(current: Order, token: string): Promise<void> {
    const controller = new AbortController();
    waiting.current = controller;
    setProblem(undefined);
    setStep({ name: "paying" });
    const result = await createBanksideInBrowser(config).pay(current, token, controller.signal);
    if ("problem" in result) {
      // The same drink may be wanted once more.
      if (result.problem === "already_paid") order.current = undefined;
      setProblem(result.problem);
      setStep(ORDERING);
    } else {
      setStep({ name: "told", result });
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
    /** Takes the failure off the screen; the order stays as it is. */
    signIn(): void {
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
