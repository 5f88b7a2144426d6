import Link from "next/link";
import type { ComponentProps } from "react";

/** Between pages with React in the browser. Nothing is prefetched: the server would render pages that no one opens. */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />;
}
