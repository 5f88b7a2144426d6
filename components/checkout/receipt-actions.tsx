"use client";

import { Printer, Share2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { shareLink } from "./hand-on.ts";

type Props = {
  printText: string;
  /** Absent on a shared receipt. */
  share?: Record<"path" | "title" | "text" | "hint" | "doneText" | "failedText", string>;
};

export function ReceiptActions({ printText, share }: Props) {
  const [message, setMessage] = useState("");

  function handOn(event: MouseEvent<HTMLAnchorElement>) {
    // Modified clicks open the link in a new tab or window.
    if (!share || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    const { title, doneText, failedText } = share;
    void shareLink(href, title).then((done) => {
      if (done !== "left") setMessage(done === "copied" ? doneText : failedText);
    });
  }

  return (
    <div className="grid gap-3 print:hidden">
      <div className="needs-script grid">
        <Button type="button" wide icon={<Icon of={Printer} />} onClick={() => window.print()}>
          {printText}
        </Button>
      </div>
      {share && (
        <>
          <ButtonLink
            href={share.path}
            look="secondary"
            wide
            icon={<Icon of={Share2} />}
            onClick={handOn}
          >
            {share.text}
          </ButtonLink>
          <p className="text-center text-muted text-sm">{share.hint}</p>
          <p role="status" className="text-center text-sm empty:hidden">
            {message}
          </p>
        </>
      )}
    </div>
  );
}
