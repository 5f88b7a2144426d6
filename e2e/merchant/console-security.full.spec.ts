import { expect } from "playwright/test";
import { test } from "./console-account.ts";
import { signIn } from "./console-user.ts";
import { signOut, turnOnAuthenticator } from "./second-step.ts";

test("an authenticator app is turned off with the password", async ({
  page,
  account: user,
  product,
}) => {
  await turnOnAuthenticator(product, user);
  await page.goto("/console/profile/authenticator");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("This isn't your current password.")).toBeVisible();
  await page.getByLabel("Your password").fill(user.password);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Authenticator app turned off.")).toBeVisible();
  await signOut(page);
  await signIn(page, user);
});
