import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** Words for what is wrong with a file or with sending it: a code of the table, or what the reader found. */
export function transferProblem(reason: string, text: MerchantText): string {
  const { problem, fields } = text.messages.console;
  if (Object.hasOwn(fields, reason)) return fields[reason as keyof typeof fields];
  return Object.hasOwn(problem, reason) ? problem[reason as keyof typeof problem] : problem.other;
}
