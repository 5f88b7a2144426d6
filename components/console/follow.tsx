import type { ReactNode } from "react";
import { PageElement } from "#components/ui/page-element.tsx";
import type { FollowProps } from "./follow.script.ts";

type Props = FollowProps & {
  /** Shown instead of refreshing the page. */
  news?: ReactNode;
  /** Shown when the page can no longer be updated. */
  stopped?: ReactNode;
};

/** Refreshes the page when what it shows changes. Pauses while the tab is hidden. */
export function Follow({ news, stopped, ...props }: Props) {
  return (
    <PageElement<FollowProps> name="page-follow" props={props}>
      <div role="status" />
      {news && <template data-news="">{news}</template>}
      {stopped && <template data-stopped="">{stopped}</template>}
    </PageElement>
  );
}
