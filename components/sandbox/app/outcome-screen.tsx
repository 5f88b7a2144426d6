"use client";

import { Button } from "#components/ui/button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { PaymentResult } from "#sdk/js/src/bankside.ts";
import type { AppWords } from "./app-frame.tsx";
import { usePaymentStatus } from "./use-payment-status.ts";

type Props = { words: AppWords["outcome"]; result: PaymentResult; onAgain: () => void };

/** What the app was told, and beside it what its server knows: only that may serve a drink. */
export function OutcomeScreen({ words, result, onAgain }: Props) {
  const truth = usePaymentStatus(result.transactionId);
  return (
    <div className="grid gap-6">
      <PageTitle lead={words.hint}>{words.titles[result.status]}</PageTitle>
      <div role="status">
        <Facts
          facts={[
            { label: words.truth, value: words.truths[truth] },
            { label: words.payment, value: result.transactionId, figures: true },
          ]}
        />
      </div>
      <Button type="button" wide onClick={onAgain}>
        {words.again}
      </Button>
    </div>
  );
}
