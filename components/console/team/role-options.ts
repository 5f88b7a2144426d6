import { ROLES } from "#lib/identity/members/roles.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

/** The roles in words, from the least to the most. */
export function roleOptions({ messages }: MerchantText) {
  return ROLES.map((value) => ({
    value,
    title: messages.console.roles[value],
    detail: messages.team.roles[value],
  }));
}
