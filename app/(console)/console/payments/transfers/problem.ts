import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** `reason` is an error code or a finding of the file reader. */
export function transferProblem(reason: string, text: MerchantText): string {
  const { problem, fields } = text.messages.console;
  if (Object.hasOwn(fields, reason)) return fields[reason as keyof typeof fields];
  return Object.hasOwn(problem, reason) ? problem[reason as keyof typeof problem] : problem.other;
}
