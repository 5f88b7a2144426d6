import type { LucideIcon } from "lucide-react";

type Props = {
  of: LucideIcon;
  size?: 16 | 20 | 24 | 32;
  /** What it says to those who can't see it; without it the icon is decoration beside its words. */
  label?: string;
};

export function Icon({ of: Glyph, size = 20, label }: Props) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true as const };
  return <Glyph size={size} strokeWidth={1.75} className="shrink-0" {...naming} />;
}
