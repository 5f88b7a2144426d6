import { writeFileSync } from "node:fs";
import { createFakeApi } from "#lib/testing/fake-api.ts";

// Run for a release: later versions must stay compatible.
const response = await createFakeApi().api.request("/openapi.json");
const document = JSON.stringify(await response.json(), null, 2);
writeFileSync("lib/testing/compatibility/released-openapi.json", `${document}\n`);
