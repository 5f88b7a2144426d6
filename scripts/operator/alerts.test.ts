import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import {
  createTestServices,
  makeMerchant,
  makeTransaction,
  startAttempt,
} from "#lib/testing/factories.ts";
import { COMMANDS } from "./commands.ts";
import { parseCommand, UsageError } from "./parse.ts";

onDatabase("the operator's alerts", (_database, connection) => {
  it("are listed with advice, for people and programs, and are resolved with a note", async () => {
    const { services, bank } = createTestServices(connection());
    const run = async (...words: string[]) => {
      const command = parseCommand(COMMANDS, words, process.stdout);
      assert.ok(command);
      return (await command(services)).lines;
    };
    assert.deepEqual(await run("alerts"), ["There are no open alerts in live mode."]);
    const { apiKey } = await makeMerchant(services);
    const transaction = await makeTransaction(services, apiKey);
    await startAttempt(services, transaction);
    bank.decide("succeeded", { amount: 1251 });
    await services.attempts.refreshLatest(transaction.id);

    const [told] = JSON.parse((await run("alerts", "--mode", "test", "--json"))[0] ?? "");
    assert.match(told.id, /^alrt_[0-9a-z]{26}$/);
    assert.equal(told.transactionId, transaction.id);
    assert.match(told.whatToDo, /^The bank reports that it executed a different order/);
    const shown = await run("alerts", "--mode", "test");
    assert.equal(shown.at(-1), "1 of 1 in test mode.");
    assert.deepEqual(await run("alerts"), [
      "There are no open alerts in live mode.",
      "Open in test mode: 1 (--mode test).",
    ]);
    const before = ["--before", told.id];
    assert.match((await run("alerts", "--mode", "test", ...before))[0] ?? "", /no alerts before/);
    assert.equal(shown[0], `${told.id}  order_mismatch, test mode`);
    assert.ok(shown.includes(`  end-to-end id     ${told.endToEndId}`));
    assert.ok(
      shown.every((line) => !line.includes("NL91")),
      "no IBAN",
    );

    const note = ["--note", "The bank sent it back."];
    const unknown = run("resolve-alert", "--id", `alrt_${"0".repeat(26)}`, ...note);
    await assert.rejects(unknown, { code: "not_found" });
    assert.deepEqual(await run("resolve-alert", "--id", told.id, ...note), [
      `${told.id} is resolved.`,
    ]);
    assert.match((await run("resolve-alert", "--id", told.id, ...note))[0] ?? "", /already/);
    assert.deepEqual(await run("alerts"), ["There are no open alerts in live mode."]);
    assert.ok(
      (await run("alerts", "--mode", "test", "--all")).includes(
        "  note              The bank sent it back.",
      ),
    );
  });

  it("end with a settled payment, with a note about the payee's statement", async () => {
    const { services, bank, clock } = createTestServices(connection());
    const run = async (...words: string[]) => {
      const command = parseCommand(COMMANDS, words, process.stdout);
      assert.ok(command);
      return (await command(services)).lines;
    };
    const { apiKey } = await makeMerchant(services);
    const mismatched = async () => {
      const transaction = await makeTransaction(services, apiKey);
      await startAttempt(services, transaction);
      bank.decide("succeeded", { amount: 1251 });
      await services.attempts.refreshLatest(transaction.id);
      return transaction.id;
    };
    const note = ["--note", "Entry 7 of 20 November"];
    const paid = await mismatched();
    const advice = (await run("alerts", "--mode", "test")).join(" ").replaceAll(/\s+/g, " ");
    assert.match(advice, /Then settle the payment: as succeeded/);
    const settlePaid = ["settle", "--id", paid, "--outcome", "succeeded"];
    await assert.rejects(run(...settlePaid), /^UsageError: --note is required/);
    assert.throws(
      () => parseCommand(COMMANDS, [...settlePaid, "--note", "a\nb"], process.stdout),
      UsageError,
    );
    assert.deepEqual(await run(...settlePaid, ...note), [
      `${paid} has succeeded. Its webhook is sent.`,
    ]);
    const unpaid = await mismatched();
    const settleUnpaid = ["settle", "--id", unpaid, "--outcome", "failed", ...note];
    await assert.rejects(run(...settleUnpaid), { code: "settled_too_soon" });
    clock.advance({ minutes: 7 * 24 * 60 });
    assert.deepEqual(await run(...settleUnpaid), [`${unpaid} has failed. Its webhook is sent.`]);
    assert.deepEqual(await run("alerts", "--mode", "test"), [
      "There are no open alerts in test mode.",
    ]);
  });

  it("need an id and a note to be resolved", () => {
    for (const words of [
      [],
      ["--id", "alrt_1"],
      ["--id", `alrt_${"0".repeat(26)}`],
      ["--id", `alrt_${"0".repeat(26)}`, "--note", " "],
      ["--id", `alrt_${"0".repeat(26)}`, "--note", "a\nb"],
    ]) {
      assert.throws(
        () => parseCommand(COMMANDS, ["resolve-alert", ...words], process.stdout),
        UsageError,
      );
    }
  });
});
