import type { Text } from "#lib/platform/i18n/format.ts";

export const unpaid = ({ messages }: Text) => messages.payer.unpaid.tab;
export const waiting = ({ messages }: Text) => messages.payer.waiting.title;
export const elsewhere = ({ messages }: Text) => messages.approval.wait.title;
export const noPage = ({ messages }: Text) => messages.approval.noPage.title;
export const alreadyPaid = ({ messages }: Text) => messages.handover.alreadyPaid.tab;
