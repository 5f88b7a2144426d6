import { Button } from "#components/ui/button.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { AppWords } from "./app-frame.tsx";

type Props = { words: AppWords["waiting"]; onBack: () => void };

/** While the payment's window is open. The app can't notice that it was closed, so its user may say so. */
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
