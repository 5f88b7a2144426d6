import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Props = { title: ReactNode; isOpen?: boolean; children: ReactNode };

/** Unfolds without scripts. */
export function Folded({ title, isOpen = false, children }: Props) {
  return (
    <details open={isOpen} className="group rounded-soft border border-line">
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-soft px-4 py-2.5 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{title}</span>
        <span className="text-muted transition-transform duration-150 group-open:rotate-180">
          <Icon of={ChevronDown} />
        </span>
      </summary>
      <div className="grid gap-4 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
