import type { Run } from "#components/ui/page-element.script.ts";
import { showProblem } from "#components/ui/problem.script.ts";

export type UploadFormProps = {
  words: {
    /** `{percent}` is replaced. */
    sending: string;
    reading: string;
    failed: string;
  };
};

type Answer = { to?: string; problem?: string };

export const runUploadForm: Run<UploadFormProps> = (element, signal) => {
  const { words } = element.props;
  const form = element.querySelector("form");
  const shown = element.querySelector<HTMLElement>("[data-progress]");
  const bar = element.querySelector("progress");
  const button = form?.querySelector("button");
  if (!form || !shown || !bar || !button) return;

  const showPercent = (percent: number | undefined) => {
    button.ariaDisabled = String(percent !== undefined);
    shown.hidden = percent === undefined;
    if (percent === undefined) return;
    bar.value = percent;
    shown
      .querySelector("[role=status]")
      ?.replaceChildren(
        percent < 100 ? words.sending.replace("{percent}", String(percent)) : words.reading,
      );
  };
  const fail = (problem: string) => {
    showPercent(undefined);
    showProblem(element, problem);
  };
  const send = (event: Event) => {
    event.preventDefault();
    if (!shown.hidden) return;
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) =>
      showPercent(total > 0 ? Math.round((100 * loaded) / total) : 0);
    request.onerror = () => fail(words.failed);
    request.onload = () => {
      const response = readAnswer(request.responseText);
      if (response.to) window.location.assign(response.to);
      else fail(response.problem ?? words.failed);
    };
    showProblem(element, undefined);
    showPercent(0);
    request.send(new FormData(form));
  };
  form.addEventListener("submit", send, { signal });
};

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
