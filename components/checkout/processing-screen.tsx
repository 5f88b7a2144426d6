import { Hourglass } from "lucide-react";
import { Icon } from "#components/ui/icon.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { ScreenProps } from "./screen.ts";

/** The bank has the payer's approval and has not said final. Never an error while unknown. */
export function ProcessingScreen({ view, text }: ScreenProps) {
  const { processing } = text.messages.checkout;
  return (
    <>
      <span className="text-muted">
        <Icon of={Hourglass} size={32} />
      </span>
      <PageTitle lead={processing.lead}>{processing.title}</PageTitle>
      <p>{text.say(processing.safe, { payee: view.payee.name })}</p>
    </>
  );
}
