import { createBankside, type PaymentResult } from "#sdk/js/src/bankside.ts";
import { isBanksideError } from "#sdk/js/src/bankside-error.ts";
import { createBrowserLauncher, registerReturn } from "#sdk/js/src/browser.ts";

const RETURN_PATH = "/sandbox/app/return";

/** `externalId` stays the same for all payments of the order. */
export type Order = { drink: { id: string; price: string }; externalId: string };

/** Failures return their code. */
export function createBanksideInBrowser({
  baseUrl,
  urlScheme,
}: {
  baseUrl: string;
  urlScheme: string;
}) {
  const bankside = createBankside({ baseUrl, launcher: createBrowserLauncher() });

  return {
    /** Opens a window, so call it directly from a click. */
    async pay(
      { drink, externalId }: Order,
      token: string,
      signal: AbortSignal,
    ): Promise<PaymentResult | { problem: string }> {
      try {
        const metadata = { drink: drink.id };
        const options = { externalId, signal };
        registerReturn(urlScheme, RETURN_PATH);
        return await bankside.initiatePayment(drink.price, token, metadata, urlScheme, options);
      } catch (error) {
        if (isBanksideError(error)) return { problem: error.code };
        throw error;
      }
    },
  };
}
