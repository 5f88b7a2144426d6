import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { WithIcon } from "./with-icon.tsx";

export type BannerTone = "info" | "positive" | "warning" | "negative";

type Props = {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Read out at once: for an error that just happened. */
  alert?: boolean;
};

const TONES: Record<BannerTone, { icon: IconNode; className: string }> = {
  info: { icon: Info, className: "border-line bg-sunken text-ink" },
  positive: { icon: CircleCheck, className: "border-positive bg-positive-tint text-positive" },
  warning: { icon: TriangleAlert, className: "border-warning-line bg-warning-tint text-warning" },
  negative: { icon: CircleAlert, className: "border-negative bg-negative-tint text-negative" },
};

export function Banner({ tone = "info", title, children, alert = false }: Props) {
  const { icon, className } = TONES[tone];
  return (
    <div
      role={alert ? "alert" : undefined}
      className={`flex gap-3 rounded-soft border px-4 py-3 ${className}`}
    >
      <span className="mt-0.5">
        <Icon of={icon} />
      </span>
      <div className="grid min-w-0 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** One line at the top of a page, such as "Test mode – no real money". */
export function TopLine({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-labelledby="top-line"
      className="border-warning-line border-b bg-warning-tint px-4 py-1.5 text-center font-medium text-sm text-warning"
    >
      <p id="top-line">
        <WithIcon icon={<Icon of={TriangleAlert} size={16} />}>{children}</WithIcon>
      </p>
    </aside>
  );
}
