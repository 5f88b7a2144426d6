"use client";

import { useState } from "react";
import { FocusHeading } from "#components/checkout/focus-heading.tsx";
import type { AppWords } from "./app-frame.tsx";
import { type LogIn, LogInForm } from "./log-in-form.tsx";
import { type Drink, OrderForm } from "./order-form.tsx";
import { OutcomeScreen } from "./outcome-screen.tsx";
import { usePayment } from "./use-payment.ts";
import { WaitingScreen } from "./waiting-screen.tsx";

type Props = {
  words: AppWords;
  drinks: Drink[];
  baseUrl: string;
  urlScheme: string;
  logIn: LogIn;
};

/** The JWT stays in memory only. */
export function CoffeeApp({ words, drinks, baseUrl, urlScheme, logIn }: Props) {
  const [token, setToken] = useState<string>();
  const payment = usePayment({ baseUrl, urlScheme });
  const { step, problem } = payment;

  if (token === undefined || problem === "unauthorized" || problem === "too_many_transactions") {
    return (
      <>
        <FocusHeading screen="log-in" />
        <LogInForm
          words={words}
          logIn={logIn}
          onLogIn={({ token: fresh, orderNumber }) => {
            payment.signIn(orderNumber);
            setToken(fresh);
          }}
          problem={problem}
        />
      </>
    );
  }
  return (
    <>
      <FocusHeading screen={step.name} />
      {step.name === "ordering" && (
        <OrderForm
          words={words}
          drinks={drinks}
          problem={problem}
          onPay={(drink) => payment.pay(drink, token)}
          onLogOut={() => {
            payment.reset();
            setToken(undefined);
          }}
        />
      )}
      {step.name === "paying" && <WaitingScreen words={words.waiting} onBack={payment.giveUp} />}
      {step.name === "result" && (
        <OutcomeScreen
          words={words.outcome}
          result={step.result}
          onRetry={() => payment.retry(token)}
          onAgain={payment.reset}
        />
      )}
    </>
  );
}
