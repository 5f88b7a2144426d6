import type { AuditAction } from "#lib/platform/audit/log.ts";

export function actionOf(
  asked: string | string[] | undefined,
  actions: Record<AuditAction, string>,
): AuditAction | undefined {
  return typeof asked === "string" && Object.hasOwn(actions, asked)
    ? (asked as AuditAction)
    : undefined;
}
