import type { IconNode } from "lucide";
import { createElement } from "react";

type Props = {
  of: IconNode;
  size?: 16 | 20 | 24 | 32;
  /** Accessible name. Without it the icon is decorative. */
  label?: string;
  /** Mirrored in RTL languages. */
  points?: boolean;
};

export function Icon({ of: shapes, size = 20, label, points = false }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={points ? "shrink-0 rtl:-scale-x-100" : "shrink-0"}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}
