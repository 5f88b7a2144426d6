import { PageElement } from "#components/ui/page-element.tsx";
import { BusyButton } from "./busy-button.tsx";
import type { ResendProps } from "./resend-button.script.ts";

type Props = {
  waitMs: number;
  /** Id of the "sent" notice: the button keeps the focus, and the notice is read out. */
  sentId: string | undefined;
  words: ResendProps["words"] & { resendHint: string; sending: string };
};

/** The server enforces the wait; with scripts the button shows it. */
export function ResendButton({ waitMs, sentId, words }: Props) {
  const { resend, resendIn, resendReady } = words;
  return (
    <PageElement<ResendProps>
      name="page-resend"
      props={{ waitMs, words: { resend, resendIn, resendReady } }}
      className="block tabular-nums"
    >
      <BusyButton
        look="quiet"
        busyText={words.sending}
        autoFocus={sentId !== undefined}
        aria-describedby={sentId}
      >
        {resend}
      </BusyButton>
      <span role="status" className="sr-only" />
      <noscript>
        <span className="block ps-5 text-muted text-sm">{words.resendHint}</span>
      </noscript>
    </PageElement>
  );
}
