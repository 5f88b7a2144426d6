import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { orderOf, respondOrder } from "./pay-link.ts";

const vectors: { cases: { orderInfo: string; order?: { reference: string } }[] } = JSON.parse(
  readFileSync(new URL("../../../sdk/vectors/order-info.json", import.meta.url), "utf8"),
);
const PAYER_APP_URL = "https://pay.example/pay";
const leadFrom = (path: string) => orderOf(new URL(path, "http://own.invalid"), PAYER_APP_URL);

it("redirects a code to the order's page, with its order info and its language", () => {
  const [{ orderInfo = "", order } = {}] = vectors.cases;
  const page = `${PAYER_APP_URL}/${order?.reference}?o=${orderInfo}`;
  assert.equal(leadFrom(`/pay/${orderInfo}`), page);
  assert.equal(leadFrom(`/pay/${orderInfo}?lang=ar`), `${page}&lang=ar`);
  const { status, headers } = respondOrder(page);
  assert.deepEqual([status, headers.get("Location")], [307, page]);
  assert.equal(headers.get("Cache-Control"), "no-store");
});

it("does not redirect any other address", () => {
  const [{ orderInfo = "" } = {}] = vectors.cases;
  const paths = [
    "/pay/Zk3vN0q9T6yB1mXcR8sWfA",
    "/pay/1234567890123456789012",
    `/pay/${orderInfo}/bank`,
    `/pay/${orderInfo}0`,
    `/pay/${orderInfo.slice(0, -1)}`,
    `/secure/${orderInfo}`,
    `/${orderInfo}`,
    `/pay/1${"0".repeat(17 * 148)}`,
    `/pay/1${"0".repeat(100_000)}`,
  ];
  for (const path of paths) assert.equal(leadFrom(path), undefined, path.slice(0, 60));
});
