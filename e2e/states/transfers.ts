import { devices, expect } from "playwright/test";
import { openMerchant } from "./own-merchant.ts";
import { anOrder, type Stage, type State } from "./stage.ts";

/** Phones, recognised by user agent, show the details, and fold the QR code. */
export async function browseAsPhone({ page }: Stage): Promise<void> {
  const { userAgent } = devices["Pixel 7"] ?? { userAgent: "" };
  await page.route("**", (route) =>
    route.continue({ headers: { ...route.request().headers(), "user-agent": userAgent } }),
  );
}

async function offered(stage: Stage): Promise<string> {
  const { server } = await openMerchant(stage);
  return (await server.create(anOrder())).redirectUrl;
}

async function sent(stage: Stage): Promise<string> {
  const address = await offered(stage);
  const { page } = stage;
  await page.goto(`${address}&view=transfer`);
  await page.getByRole("button", { name: "I’ve sent the transfer" }).click();
  await expect(
    page.getByRole("heading", { name: "We are waiting for your transfer" }),
  ).toBeVisible();
  return address;
}

export const TRANSFER_STATES: Record<string, State> = {
  "ready-two-ways": {
    heading: "Scan with your phone",
    title: "Pay €42.50 to Harbour Books",
    readBy: "shopper",
    bring: offered,
  },
  transfer: {
    heading: "Send a bank transfer",
    title: "Transfer €42.50 to Harbour Books",
    readBy: "shopper",
    bring: async (stage) => `${await offered(stage)}&view=transfer`,
  },
  "transfer-phone": {
    heading: "Send a bank transfer",
    title: "Transfer €42.50 to Harbour Books",
    readBy: "shopper",
    bring: async (stage) => {
      await browseAsPhone(stage);
      return `${await offered(stage)}&view=transfer`;
    },
  },
  "transfer-waiting": {
    heading: "We are waiting for your transfer",
    title: "Waiting for your transfer",
    readBy: "shopper",
    bring: sent,
  },
  "transfer-not-sent": {
    heading: "Cancel this transfer?",
    readBy: "shopper",
    bring: async (stage) => `${await sent(stage)}&confirm=unsent`,
  },
};
