import { formatPrice, PRODUCTS } from "@/lib/products";
import { buyAction } from "./actions";
import { BuyButton } from "./buy-button";

export default function ProductPage() {
  return (
    <>
      <h1>For the table</h1>
      <ul className="products">
        {PRODUCTS.map(({ id, name, about, price }) => (
          <li key={id}>
            <div className={`picture ${id}`} aria-hidden="true" />
            <h2 id={id}>{name}</h2>
            <p>{about}</p>
            <form action={buyAction}>
              <input type="hidden" name="product" value={id} />
              <BuyButton describedBy={id}>Buy for {formatPrice(price)}</BuyButton>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
