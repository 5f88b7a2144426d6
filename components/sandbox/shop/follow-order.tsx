import { PageElement } from "#components/ui/page-element.tsx";
import type { FollowOrderProps } from "./follow-order.script.ts";

/** Refreshes the page when the order's status differs. */
export function FollowOrder(props: FollowOrderProps) {
  return <PageElement<FollowOrderProps> name="page-follow-order" props={props} />;
}
