import { Button } from "#components/ui/button.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { type CartLine, MAX_QUANTITY, priceOf } from "#lib/sandbox/shop/cart.ts";
import { SHOP_CURRENCY } from "#lib/sandbox/shop/catalogue.ts";

type Props = { text: MerchantText; line: CartLine; setQuantity: (form: FormData) => Promise<void> };

export function CartLineForm({ text, line, setQuantity }: Props) {
  const words = text.messages.shop.cart;
  const { name } = text.messages.shop.products[line.productId];
  const id = `quantity-${line.productId}`;
  const each = text.amount(priceOf({ ...line, quantity: 1 }), SHOP_CURRENCY);
  const removalId = `remove-${line.productId}`;
  return (
    <>
      <form id={removalId} action={setQuantity}>
        <input type="hidden" name="productId" value={line.productId} />
        <input type="hidden" name="quantity" value="0" />
      </form>
      <form action={setQuantity} className="grid gap-3 py-4">
        <input type="hidden" name="productId" value={line.productId} />
        <div className="flex justify-between gap-4">
          <div className="min-w-0">
            <p className="font-semibold">{name}</p>
            <p className="text-muted text-sm tabular-nums">
              {text.format(words.each, { price: each })}
            </p>
          </div>
          <p className="font-medium tabular-nums">{text.amount(priceOf(line), SHOP_CURRENCY)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="sr-only">
            {text.format(words.quantity, { product: name })}
          </label>
          <input
            id={id}
            name="quantity"
            type="number"
            inputMode="numeric"
            min={0}
            max={MAX_QUANTITY}
            required
            defaultValue={line.quantity}
            className="min-h-12 w-20 rounded-soft border border-edge bg-card px-3 text-center text-ink tabular-nums"
          />
          <Button look="secondary">
            {words.update}
            <span className="sr-only"> – {name}</span>
          </Button>
          <Button look="quiet" form={removalId}>
            {words.remove}
            <span className="sr-only"> – {name}</span>
          </Button>
        </div>
      </form>
    </>
  );
}
