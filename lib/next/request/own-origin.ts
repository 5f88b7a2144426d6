type Addresses = Record<
  | "PUBLIC_URL"
  | "CHECKOUT_URL"
  | "SECURE_URL"
  | "PAYER_APP_URL"
  | "CONSOLE_URL"
  | "SANDBOX_BANK_URL"
  | "SANDBOX_SHOP_URL",
  string
>;

export function isOwnOrigin(origin: string | null, env: Addresses): boolean {
  const own = [
    env.PUBLIC_URL,
    env.CHECKOUT_URL,
    env.SECURE_URL,
    env.PAYER_APP_URL,
    env.CONSOLE_URL,
    env.SANDBOX_BANK_URL,
    env.SANDBOX_SHOP_URL,
  ];
  return own.some((url) => new URL(url).origin === origin);
}
