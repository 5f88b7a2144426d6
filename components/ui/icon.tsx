import type { LucideIcon } from "lucide-react";

type Props = {
  of: LucideIcon;
  size?: 16 | 20 | 24 | 32;
  /** Accessible name. Without it the icon is decorative. */
  label?: string;
  /** Mirrored in RTL languages. */
  points?: boolean;
};

export function Icon({ of: Glyph, size = 20, label, points = false }: Props) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true as const };
  const mirroring = points ? "rtl:-scale-x-100" : "";
  return <Glyph size={size} strokeWidth={1.75} className={`shrink-0 ${mirroring}`} {...naming} />;
}
