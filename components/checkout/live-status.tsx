import { PageElement } from "#components/ui/page-element.tsx";
import type { LiveStatusProps } from "./live-status.script.ts";

type Props = Omit<LiveStatusProps, "untilUnpayable"> & { untilUnpayable?: boolean };

/** Refreshes the page when the transaction differs from `version`, also when the page returns from the back/forward cache. */
export function LiveStatus({ untilUnpayable = false, ...props }: Props) {
  return (
    <PageElement<LiveStatusProps> name="page-live-status" props={{ ...props, untilUnpayable }} />
  );
}
