import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import { randomToken } from "#lib/platform/values/ids.ts";
import { type CartLine, cartLinesSchema } from "#lib/sandbox/shop/cart.ts";
import { getServices } from "#lib/services/index.ts";

type CartSession = { cartId: string; lines: CartLine[] };

/** No `cartId` before the first item. */
export async function readCart(): Promise<{ cartId: string | undefined; lines: CartLine[] }> {
  const { cartId, lines } = await openSession();
  const known = cartLinesSchema.safeParse(lines);
  return { cartId, lines: known.success ? known.data : [] };
}

export async function writeCart(lines: CartLine[]): Promise<string> {
  const session = await openSession();
  const cartId = session.cartId ?? randomToken(16);
  session.cartId = cartId;
  session.lines = lines;
  await session.save();
  return cartId;
}

async function openSession() {
  const { env, seal } = await getServices();
  return getIronSession<CartSession>(await cookies(), {
    cookieName: "sandbox_shop",
    password: seal.password("sandbox-shop-session"),
    cookieOptions: {
      path: "/sandbox/shop",
      httpOnly: true,
      sameSite: "lax",
      secure: env.SANDBOX_SHOP_URL.startsWith("https:"),
    },
  });
}
