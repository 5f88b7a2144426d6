import type { Run } from "#components/ui/page-element.script.ts";

export type FocusHeadingProps = { screen: string };

const APPEAR = [{ opacity: 0, translate: "0 8px" }, {}];

let shown: string | undefined;

export const runFocusHeading: Run<FocusHeadingProps> = ({ props: { screen } }) => {
  const isChange = shown !== undefined && shown !== screen;
  shown = screen;
  // The rest of the page changes next.
  if (isChange) queueMicrotask(moveIn);
};

function moveIn(): void {
  const title = document.getElementById("title");
  title?.focus();
  if (matchMedia("(prefers-reduced-motion: no-preference)").matches) {
    title?.closest("[data-step]")?.animate(APPEAR, { duration: 200, easing: "ease-out" });
  }
}
