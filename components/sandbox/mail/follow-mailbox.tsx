import { PageElement } from "#components/ui/page-element.tsx";

/** Refreshes the page. */
export function FollowMailbox() {
  return <PageElement name="page-follow-mailbox" props={{}} />;
}
