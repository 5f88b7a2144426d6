import type { Merchant, Order } from "./merchant.ts";
import type { Shop } from "./shop.ts";
import type { World } from "./world.ts";

/** A removed guard, which the named invariant must detect. */
export type Control = {
  name: string;
  invariant: string;
  /** `undo` restores the guard. */
  where: "product" | "ledger";
  spoil: string;
  undo: string;
  play(world: World, merchant: Merchant, order: Order, shop: Shop): Promise<unknown>;
};

export const spoilt = (event: string, table: string, body: string) =>
  `create function spoil() returns trigger language plpgsql as $$ begin ${body} end $$;
   create trigger spoil ${event} on ${table} for each row execute function spoil();`;

export const sound = (table: string) => `drop trigger spoil on ${table}; drop function spoil();`;
