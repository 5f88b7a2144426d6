import type { Run } from "./page-element.script.ts";
import { showFieldProblem } from "./problem.script.ts";

export type FileFieldProps = {
  maxBytes: number;
  tooLargeText: string;
  /** Found by the server. */
  error?: string | undefined;
};

export const runFileField: Run<FileFieldProps> = (element, signal) => {
  const { maxBytes, tooLargeText, error } = element.props;
  const input = element.querySelector("input");
  if (!input) return;
  input.addEventListener(
    "change",
    () => {
      const isTooLarge = (input.files?.[0]?.size ?? 0) > maxBytes;
      showFieldProblem(input, isTooLarge ? tooLargeText : error);
      if (isTooLarge) input.value = "";
    },
    { signal },
  );
  input.form?.addEventListener("reset", () => showFieldProblem(input, error), { signal });
};
