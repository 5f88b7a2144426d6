/** `unitAmount` in minor units; negative for a discount. */
export type OrderLine = { name: string; quantity: number; unitAmount: number };

/** What the shop sends about the order. `locale` is one of our languages. */
export type OrderContext = {
  description: string | null;
  lines: OrderLine[] | null;
  locale: string | null;
  cancelUrl: string | null;
};

export const NO_CONTEXT: OrderContext = {
  description: null,
  lines: null,
  locale: null,
  cancelUrl: null,
};
