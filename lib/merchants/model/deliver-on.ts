/** When merchants get the event of a success: at the bank's word, or once the money is there. */
export const DELIVER_ON = ["succeeded", "received"] as const;
export type DeliverOn = (typeof DELIVER_ON)[number];
