import { Copy } from "lucide";
import type { ReactNode } from "react";
import { HandOnButton } from "./hand-on-button.tsx";
import type { ScreenProps } from "./screen.ts";

type Props = Pick<ScreenProps, "text"> & { label: string; copied: string; children: ReactNode };

/** In a `dl`. The button goes below a value that needs the whole width. */
export function CopiedFact({ text, label, copied, children }: Props) {
  const { transfer } = text.messages;
  return (
    <div className="py-1.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="wrap-anywhere min-w-0 flex-1 basis-[8em] font-medium tabular-nums">
          {children}
        </span>
        <HandOnButton
          icon={Copy}
          link={copied}
          label={transfer.copy}
          name={text.format(transfer.copyWhat, { what: label })}
          doneText={text.format(transfer.copied, { what: label })}
          failedText={transfer.copyFailed}
        />
      </dd>
    </div>
  );
}
