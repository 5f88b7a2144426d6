import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { anEmail, decideAtBank, pickBank } from "../kit/people.ts";
import { launchProfile } from "../kit/profile.ts";
import { APP_IBAN, appUrl, order } from "./demo-app-order.ts";

test("a payer returns to the demo app through its own scheme", async () => {
  // Only a browser with a profile lets pages register a scheme.
  const profile = mkdtempSync(join(tmpdir(), "bankside-profile-"));
  const context = await launchProfile(profile);
  try {
    const [page = await context.newPage()] = context.pages();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Page.setRPHRegistrationMode", { mode: "autoAccept" });
    const webview = await order(page, anEmail());
    await pickBank(webview, "Sandbox Bank", APP_IBAN);
    await decideAtBank(webview, "Approve");
    await expect(
      page.getByRole("heading", { name: "Payment received – confirming" }),
    ).toBeVisible();
    await expect(page.getByText("Paid – your drink is on its way")).toBeVisible();
    expect(webview.isClosed() || webview.url().startsWith(appUrl())).toBe(true);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
