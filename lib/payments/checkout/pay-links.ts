import { isOrderInfo } from "./order-info.ts";

export type Apps = {
  payerAppUrl: string;
  appScheme: string | undefined;
  claimsLinks: boolean;
};

/** `payLink` is upper-case where case doesn't matter: QR codes then need 5.5 bits per character, not 8. */
export function payLinksOf(
  { payerAppUrl, appScheme, claimsLinks }: Apps,
  { reference, orderInfo }: { reference: string; orderInfo: string },
) {
  const { origin, pathname } = new URL(payerAppUrl);
  const orderUrl = `${payerAppUrl}/${reference}`;
  return {
    orderUrl,
    // Earlier versions stored another format.
    payLink: isOrderInfo(orderInfo)
      ? `${origin.toUpperCase()}${pathname.replace(/\/$/, "")}/${orderInfo}`
      : `${orderUrl}?o=${orderInfo}`,
    opensApp: claimsLinks || appScheme !== undefined,
    appLink: appScheme ? `${appScheme}://pay/${reference}?o=${orderInfo}` : null,
  };
}
