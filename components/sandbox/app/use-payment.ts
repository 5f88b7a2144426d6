"use client";

import { useRef, useState } from "react";
import type { PaymentResult } from "#sdk/js/src/bankside.ts";
import { createBanksideInBrowser } from "./sdk.ts";

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

  /** To be called straight from a click: it opens a window. */
  async function pay(drink: { id: string; price: string }, token: string): Promise<void> {
    const controller = new AbortController();
    waiting.current = controller;
    setProblem(undefined);
    setStep({ name: "paying" });
    const result = await createBanksideInBrowser(config).pay(drink, token, controller.signal);
    if ("problem" in result) {
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
    reset() {
      setProblem(undefined);
      setStep(ORDERING);
    },
  };
}
