import { expect } from "playwright/test";
import { goToPay } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";
import { signUp } from "../merchant/console-user.ts";
import type { Stage, State } from "./stage.ts";

const shopUrl = () => shopOf(servers().app);

async function cart({ page }: Stage): Promise<string> {
  await page.goto(shopUrl());
  await page.getByRole("button", { name: "Add to cart – Stoneware mug" }).click();
  await expect(page.getByRole("heading", { name: "Your cart" })).toBeVisible();
  return page.url();
}

async function shopPayment({ page }: Stage): Promise<string> {
  await goToPay(page, shopUrl());
  return page.url();
}

function ofConsole(heading: string | RegExp, path: string): State {
  return {
    heading,
    readBy: "merchant",
    async bring({ page }) {
      await signUp(page);
      return `/console${path}`;
    },
  };
}

export const MERCHANT_STATES: Record<string, State> = {
  home: {
    heading: /straight from their bank account/,
    title: "Bankside – pay by bank",
    readBy: "merchant",
    bring: async () => "/",
  },
  shop: {
    heading: "Small things for a desk",
    title: "Demo Shop",
    readBy: "merchant",
    bring: async () => shopUrl(),
  },
  "shop-cart": {
    heading: "Your cart",
    title: "Your cart – Demo Shop",
    readBy: "merchant",
    bring: cart,
  },
  "shop-pay": {
    heading: "Pay your order",
    title: "Pay your order – Demo Shop",
    readBy: "merchant",
    bring: shopPayment,
  },
  app: {
    heading: "Coffee, paid from your bank",
    title: "Demo Coffee",
    readBy: "merchant",
    bring: async () => shopUrl().replace(/shop$/, "app"),
  },
  "console-sign-in": {
    heading: /Sign in/,
    readBy: "merchant",
    bring: async () => "/console/sign-in",
  },
  "console-overview": ofConsole(/./, ""),
  "console-payments": ofConsole("Payments", "/payments"),
  "console-links": ofConsole("Links", "/links"),
  "console-till": ofConsole("Take an amount", "/links/till"),
  "console-settings": ofConsole(/./, "/settings/links"),
};
