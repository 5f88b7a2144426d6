import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "positive" | "warning" | "negative";

const TONES: Record<BadgeTone, string> = {
  neutral: "border-line bg-sunken text-ink",
  positive: "border-positive bg-positive-tint text-positive",
  warning: "border-warning-line bg-warning-tint text-warning",
  negative: "border-negative bg-negative-tint text-negative",
};

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-0.5 font-medium text-sm ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
