import { Button } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { AppWords } from "./app-frame.tsx";

type Props = { words: AppWords["waiting"]; onBack: () => void };

/** The app can't detect that the payment window was closed, so the user can go back. */
export function WaitingScreen({ words, onBack }: Props) {
  return (
    <div className="grid gap-6">
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <Button type="button" look="secondary" wide onClick={onBack}>
        {words.back}
      </Button>
    </div>
  );
}
