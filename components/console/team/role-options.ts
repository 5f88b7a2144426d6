import type { MerchantText } from "#lib/i18n/format.ts";
import { ROLES } from "#lib/members/roles.ts";

/** The roles in words, from the least to the most. */
export function roleOptions({ messages }: MerchantText) {
  return ROLES.map((value) => ({
    value,
    title: messages.console.roles[value],
    detail: messages.team.roles[value],
  }));
}
