import { Printer, Share2 } from "lucide";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import type { HandOnProps } from "./hand-on.script.ts";

type Props = {
  printText: string;
  /** Absent on a shared receipt. */
  share?: Record<"path" | "title" | "text" | "hint" | "doneText" | "failedText", string>;
};

export function ReceiptActions({ printText, share }: Props) {
  return (
    <div className="grid gap-3 print:hidden">
      <PageElement name="page-print" props={{}} className="needs-script grid">
        <Button type="button" wide icon={<Icon of={Printer} />}>
          {printText}
        </Button>
      </PageElement>
      {share && (
        <PageElement<HandOnProps>
          name="page-hand-on"
          props={{
            link: share.path,
            title: share.title,
            doneText: share.doneText,
            failedText: share.failedText,
          }}
          className="grid gap-3"
        >
          <ButtonLink href={share.path} look="secondary" wide icon={<Icon of={Share2} />}>
            {share.text}
          </ButtonLink>
          <p className="text-center text-muted text-sm">{share.hint}</p>
          <p role="status" className="text-center text-sm empty:hidden" />
        </PageElement>
      )}
    </div>
  );
}
