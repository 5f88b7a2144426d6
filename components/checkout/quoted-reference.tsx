import { CopiedFact } from "./copied-fact.tsx";
import type { ScreenProps } from "./screen.ts";

/** For a question to the shop. */
export function QuotedReference({ view, text }: ScreenProps) {
  return (
    <dl>
      <CopiedFact text={text} label={text.messages.common.reference} copied={view.reference}>
        <bdi dir="ltr" className="break-all text-sm">
          {view.reference}
        </bdi>
      </CopiedFact>
    </dl>
  );
}
