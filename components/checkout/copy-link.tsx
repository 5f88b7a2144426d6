"use client";

import { Copy } from "lucide-react";
import { copyText } from "./hand-on.ts";
import { ScriptButton } from "./script-button.tsx";

type Props = {
  link: string;
  label: string;
  name?: string;
  doneText: string;
  failedText: string;
};

export function CopyLink({ link, label, name, doneText, failedText }: Props) {
  const act = async () => ((await copyText(link)) ? doneText : failedText);
  return <ScriptButton label={label} icon={Copy} name={name} act={act} />;
}
