import { Hourglass } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { ScreenProps } from "./screen.ts";

/** Just back from the bank. Offers nothing: a payer who has approved must not start again. */
export function WaitingScreen({ text }: Pick<ScreenProps, "text">) {
  const { title, lead } = text.messages.payer.waiting;
  return (
    <>
      <span className="text-muted">
        <Icon of={Hourglass} size={32} />
      </span>
      <PageTitle lead={lead}>{title}</PageTitle>
    </>
  );
}
