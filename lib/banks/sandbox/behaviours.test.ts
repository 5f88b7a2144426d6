import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { merchant } from "#lib/platform/i18n/messages/en.ts";
import { amountPicking, BEHAVIOURS, OUTCOMES } from "./behaviours.ts";

const page = readFileSync(new URL("../../../docs/sandbox-bank.md", import.meta.url), "utf8");
const [, section = ""] = page.split("## The behaviours");
const [behaviours = ""] = section.split("\n## ");
const rows = behaviours
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("the page about the sandbox bank", () => {
  it("has one row for each behaviour, in the words of the approval page", () => {
    assert.deepEqual(
      rows.map(([, title, name, amount, does]) => [title, name, amount, does]),
      BEHAVIOURS.map((behaviour) => {
        const { title, does } = merchant.bank.behaviours[behaviour];
        const name = behaviour === "normal" ? "approve" : behaviour;
        return [title, `\`${name}\``, String(amountPicking(behaviour) ?? "any other"), does];
      }),
    );
    assert.ok(
      rows.every(([, , , , , becomes]) => becomes),
      "says what becomes of each",
    );
  });

  it("names every outcome of the API", () => {
    for (const outcome of OUTCOMES) assert.ok(page.includes(`\`${outcome}\``), outcome);
  });
});
