import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createFakeApi } from "#lib/testing/fake-api.ts";
import { WEBHOOK_TYPES } from "#lib/webhooks/model/event-types.ts";

// openapi-typescript needs the compiler's JavaScript API, which TypeScript 7 lacks.
registerHooks({
  resolve: (name, context, next) => next(name === "typescript" ? "typescript-6" : name, context),
});
const { astToString, default: generate } = await import("openapi-typescript");

const document = await (await createFakeApi().api.request("/openapi.json")).json();
const client = astToString(await generate(document));

const TSCONFIG = {
  compilerOptions: { strict: true, noEmit: true, target: "es2024", module: "esnext", types: [] },
  include: ["*.ts"],
};

/** Empty without errors. */
async function typeErrors(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bankside-client-"));
  try {
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    await writeFile(join(folder, "client.ts"), client);
    await writeFile(join(folder, "program.ts"), program);
    const tsc = fileURLToPath(import.meta.resolve("typescript/package.json"));
    const args = [join(dirname(tsc), "bin/tsc"), "-p", folder];
    const run = promisify(execFile)(process.execPath, args, { encoding: "utf8" });
    return await run.then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const PROGRAM = `
import type { components, operations, webhooks } from "./client.ts";
type EventQuery = NonNullable<operations["listEvents"]["parameters"]["query"]>;
const query: EventQuery = { type: "transaction.failed", createdAfter: "2026-11-21T09:30:00Z" };
// @ts-expect-error: only events of transactions are listed
const others: EventQuery = { type: "endpoint.disabled" };
type BodyOf<Type extends keyof webhooks> =
  webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
type FailureReason = NonNullable<components["schemas"]["Transaction"]["failureReason"]>;
declare const event: components["schemas"]["Webhook"];

switch (event.type) {
  case "transaction.succeeded": {
    const body: BodyOf<"transaction.succeeded"> = event;
    const status: "succeeded" = event.data.status;
    const finishedAt: string = event.data.finishedAt;
    const amount: number = event.data.amount;
    // @ts-expect-error: not in this event
    event.data.endpointId;
    break;
  }
  case "transaction.failed": {
    const body: BodyOf<"transaction.failed"> = event;
    const reason: FailureReason = event.data.failureReason;
    // @ts-expect-error: a failed transaction has another status
    const status: "succeeded" = event.data.status;
    break;
  }
  case "transaction.processing": {
    const body: BodyOf<"transaction.processing"> = event;
    const finishedAt: null = event.data.finishedAt;
    break;
  }
  case "transaction.created": {
    const status: "pending" = event.data.status;
    break;
  }
  case "endpoint.disabled": {
    const reason: "gone" | "failing" | "merchant" = event.data.reason;
    break;
  }
  case "transaction.funds_received":
  case "transaction.funds_returned": {
    const funds: "received" | "returned" = event.data.funds;
    const fundsAt: string = event.data.fundsAt;
    break;
  }
  case "refund.succeeded":
  case "refund.returned": {
    const status: "succeeded" = event.data.status;
    break;
  }
  case "refund.failed": {
    const reason: "returned" | "refused" = event.data.failureReason;
    break;
  }
  case "refund.awaiting_account": {
    const transactionId: string = event.data.transactionId;
    break;
  }
  case "link.paid": {
    const transactionId: string = event.data.transactionId;
    const usage: "once" | "reusable" = event.data.link.usage;
    break;
  }
  case "endpoint.test": {
    const body: BodyOf<"endpoint.test"> = event;
    const endpointId: string = event.data.endpointId;
    // @ts-expect-error: not in this event
    event.data.amount;
    break;
  }
  // @ts-expect-error: there is no such event
  case "transaction.refunded":
  default: {
    const none: never = event;
  }
}
// @ts-expect-error: a webhook has its id in a header
event.id;
const all: Record<keyof webhooks, true> = {
  ${WEBHOOK_TYPES.map((type) => `"${type}": true`).join(", ")}
};`;

describe("a client generated from the document", () => {
  it("has a type for each event whose `type` narrows `data`, and types for the filters of events", async () => {
    assert.equal(await typeErrors(PROGRAM), "");
  });
});
