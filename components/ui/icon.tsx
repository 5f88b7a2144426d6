import type { LucideIcon } from "lucide-react";

type Props = {
  of: LucideIcon;
  size?: 16 | 20 | 24 | 32;
  /** What it says to those who can't see it; without it the icon is decoration beside its words. */
  label?: string;
  /** It points along the line of reading, and the other way where that runs to the left. */
  points?: boolean;
};

export function Icon({ of: Glyph, size = 20, label, points = false }: Props) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true as const };
  const mirroring = points ? "rtl:-scale-x-100" : "";
  return <Glyph size={size} strokeWidth={1.75} className={`shrink-0 ${mirroring}`} {...naming} />;
}
