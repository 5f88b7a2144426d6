import type { Text } from "#lib/platform/i18n/format.ts";

export function problemText(code: unknown, text: Text): string | undefined {
  if (typeof code !== "string" || code === "") return undefined;
  const { problem } = text.messages.common;
  return Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : problem.other;
}
