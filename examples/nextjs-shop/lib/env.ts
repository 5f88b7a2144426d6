import "server-only";

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: see .env.example`);
  return value;
}

/** Read at request time, so that `next build` needs no secrets. */
export const env = {
  banksideApi: () => required("BANKSIDE_API").replace(/\/+$/, ""),
  apiKey: () => required("BANKSIDE_API_KEY"),
  webhookSecret: () => required("BANKSIDE_WEBHOOK_SECRET"),
  shopUrl: () => required("SHOP_URL").replace(/\/+$/, ""),
  database: () => process.env.SHOP_DATABASE || "shop.sqlite",
};
