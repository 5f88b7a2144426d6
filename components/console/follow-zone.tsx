import { PageElement } from "#components/ui/page-element.tsx";
import type { FollowZoneProps } from "./follow-zone.script.ts";

/** Names the browser's time zone to the server. Refreshes the page if it shows another one. */
export function FollowZone(props: FollowZoneProps) {
  return <PageElement<FollowZoneProps> name="page-follow-zone" props={props} />;
}
