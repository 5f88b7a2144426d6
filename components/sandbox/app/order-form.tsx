"use client";

import type { SubmitEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { AppWords } from "./app-frame.tsx";
import { ProblemBanner } from "./problem-banner.tsx";

export type Drink = { id: string; name: string; price: string; shownPrice: string };

type Props = {
  words: AppWords;
  drinks: Drink[];
  problem: string | undefined;
  onPay: (drink: Drink) => Promise<void>;
  onLogOut: () => void;
};

/** The click handler starts the payment directly: browsers open windows only then. */
export function OrderForm({ words, drinks, problem, onPay, onLogOut }: Props) {
  function order(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get("drink");
    const drink = drinks.find(({ id }) => id === chosen);
    if (drink) void onPay(drink);
  }
  return (
    <form onSubmit={order} className="grid gap-6">
      <PageTitle>{words.order.title}</PageTitle>
      {problem && <ProblemBanner words={words.problems} problem={problem} />}
      <fieldset className="grid gap-3">
        <legend className="sr-only">{words.order.drinks}</legend>
        {drinks.map(({ id, name, shownPrice }, index) => (
          <Choice
            key={id}
            name="drink"
            value={id}
            title={name}
            aside={shownPrice}
            defaultChecked={index === 0}
            required
          />
        ))}
      </fieldset>
      <p className="text-muted text-sm">{words.order.way}</p>
      <div className="grid gap-2">
        <Button wide size="large">
          {words.order.pay}
        </Button>
        <Button type="button" look="quiet" wide onClick={onLogOut}>
          {words.order.logOut}
        </Button>
      </div>
    </form>
  );
}
