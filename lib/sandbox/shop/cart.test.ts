import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  addToCart,
  type CartLine,
  cartLinesSchema,
  countPieces,
  MAX_QUANTITY,
  setQuantity,
  totalOf,
} from "./cart.ts";
import { findProduct, PRODUCTS } from "./catalogue.ts";

const productId = fc.constantFrom(...PRODUCTS.map(({ id }) => id));
const step = fc.oneof(
  fc.record({ productId }),
  fc.record({ productId, quantity: fc.nat({ max: 30 }) }),
);

describe("cart", () => {
  it("can be ordered after any sequence of clicks", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const lines = steps.reduce<CartLine[]>(
          (before, one) =>
            "quantity" in one
              ? setQuantity(before, one.productId, one.quantity)
              : addToCart(before, one.productId),
          [],
        );
        assert.ok(cartLinesSchema.safeParse(lines).success);
        const pieces = lines.flatMap((line) =>
          Array.from(
            { length: line.quantity },
            (): number => findProduct(line.productId)?.price ?? 0,
          ),
        );
        assert.equal(countPieces(lines), pieces.length);
        assert.equal(
          totalOf(lines),
          pieces.reduce((sum, price) => sum + price, 0),
        );
      }),
    );
  });

  it("adds one piece at a time, up to the maximum", () => {
    let lines: CartLine[] = [{ productId: "tea", quantity: 1 }];
    lines = addToCart(lines, "mug");
    assert.deepEqual(lines, [
      { productId: "tea", quantity: 1 },
      { productId: "mug", quantity: 1 },
    ]);
    for (let clicks = 0; clicks < 20; clicks += 1) lines = addToCart(lines, "tea");
    assert.deepEqual(lines[0], { productId: "tea", quantity: MAX_QUANTITY });
  });

  it("removes a line at zero, and keeps the others", () => {
    const lines: CartLine[] = [
      { productId: "tea", quantity: 2 },
      { productId: "mug", quantity: 1 },
    ];
    assert.deepEqual(setQuantity(lines, "tea", 0), [{ productId: "mug", quantity: 1 }]);
  });

  for (const [what, lines] of Object.entries({
    "unknown goods": [{ productId: "gold", quantity: 1 }],
    "no pieces": [{ productId: "tea", quantity: 0 }],
    "half a piece": [{ productId: "tea", quantity: 0.5 }],
    "too many pieces": [{ productId: "tea", quantity: MAX_QUANTITY + 1 }],
    "a price of one's own": [{ productId: "tea", quantity: 1, price: 1 }],
    "the same goods twice": [
      { productId: "tea", quantity: 1 },
      { productId: "tea", quantity: 1 },
    ],
    "no list": "tea",
  })) {
    it(`refuses ${what}`, () => assert.equal(cartLinesSchema.safeParse(lines).success, false));
  }
});
