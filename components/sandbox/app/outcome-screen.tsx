"use client";

import { Button } from "#components/ui/button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { PaymentResult } from "#sdk/js/src/bankside.ts";
import type { AppWords } from "./app-frame.tsx";
import { usePaymentStatus } from "./use-payment-status.ts";

type Props = {
  words: AppWords["outcome"];
  result: PaymentResult;
  onRetry: () => void;
  onAgain: () => void;
};

/** Shows the app's result next to the server's. Only the server's may release the drink. */
export function OutcomeScreen({ words, result, onRetry, onAgain }: Props) {
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
      <div className="grid gap-2">
        {truth === "failed" && (
          <Button type="button" wide onClick={onRetry}>
            {words.retry}
          </Button>
        )}
        <Button
          type="button"
          look={truth === "failed" ? "secondary" : "primary"}
          wide
          onClick={onAgain}
        >
          {words.again}
        </Button>
      </div>
    </div>
  );
}
