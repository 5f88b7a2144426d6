import { ROLES } from "#lib/identity/model/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

export function roleOptions({ messages }: MerchantText) {
  return ROLES.map((value) => ({
    value,
    title: messages.console.roles[value],
    detail: messages.team.roles[value],
  }));
}
