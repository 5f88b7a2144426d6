"use client";

import { Send } from "lucide-react";
import { shareLink } from "./hand-on.ts";
import { ScriptButton } from "./script-button.tsx";

type Props = Record<"link" | "title" | "label" | "doneText" | "failedText", string>;

export function SendLink({ link, title, label, doneText, failedText }: Props) {
  const act = async () => {
    const done = await shareLink(link, title);
    if (done === "left") return "";
    return done === "copied" ? doneText : failedText;
  };
  return <ScriptButton label={label} icon={Send} needsShare act={act} />;
}
