import type { Page } from "playwright/test";
import { comeToDecide } from "../kit/people.ts";

export const SUMMARY = "Simulate bank behaviour";

export async function approveTryingOut(phone: Page, behaviour: string): Promise<void> {
  await comeToDecide(phone);
  await phone.getByText(SUMMARY).click();
  await phone.getByRole("radio", { name: behaviour }).check();
  await phone.getByRole("button", { name: "Approve", exact: true }).click();
}
