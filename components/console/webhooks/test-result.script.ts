import type { Run } from "#components/ui/page-element.script.ts";
import { poll } from "#components/ui/poll.script.ts";
import { showPage } from "#components/ui/show-page.script.ts";

export type TestResultProps = { statusHref: string };

export type TestStatus = { isOver: boolean; isGood: boolean; words: string };

const POLL_MS = 700;

/** Of a test event on its way. */
export const runTestResult: Run<TestResultProps> = (element, signal) => {
  let isShown = false;
  const onNews = ({ isOver, isGood, words }: TestStatus) => {
    if (isShown) return 0;
    isShown = isOver;
    const status = element.querySelector("[role=status]");
    const name = isGood ? "data-good" : "data-bad";
    const template = element.querySelector<HTMLTemplateElement>(`template[${name}]`);
    if (isOver && template) status?.replaceChildren(template.content.cloneNode(true));
    status?.querySelector("p")?.replaceChildren(words);
    if (!isOver) return POLL_MS;
    // The list of deliveries is on the same page.
    showPage().catch(() => undefined);
    return 0;
  };
  poll({ address: () => element.props.statusHref, parse, onNews }, signal);
};

function parse(body: unknown): TestStatus | undefined {
  const { isOver, isGood, words } = body as Partial<TestStatus>;
  return typeof words === "string" ? { isOver: !!isOver, isGood: !!isGood, words } : undefined;
}
