import type { Run } from "#components/ui/page-element.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

export type WhenBackProps = { path: string };

export const runWhenBack: Run<WhenBackProps> = ({ props: { path } }, signal) => {
  let stage: "here" | "leaving" | "away" = "here";
  const leave = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-leaves]")) stage = "leaving";
  };
  const look = ({ type }: Event) => {
    const isHere = type !== "blur" && document.visibilityState === "visible";
    if (!isHere && stage === "leaving") stage = "away";
    if (!isHere || stage !== "away") return;
    stage = "here";
    showPage(path).catch(() => window.location.replace(path));
  };
  document.addEventListener("click", leave, { signal });
  document.addEventListener("submit", leave, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  for (const type of ["blur", "focus", "pageshow"]) {
    window.addEventListener(type, look, { signal });
  }
};
