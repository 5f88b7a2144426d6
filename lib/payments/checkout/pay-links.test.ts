import assert from "node:assert/strict";
import { it } from "node:test";
import { payLinksOf } from "./pay-links.ts";

const orderInfo = `1${"2".repeat(240)}`;
const order = { reference: "Zk3vN0q9T6yB1mXcR8sWfA", orderInfo };

it("writes the origin in upper case and the path as configured", () => {
  for (const [payerAppUrl, before] of [
    ["https://pay.example/pay", "HTTPS://PAY.EXAMPLE/pay/"],
    ["http://localhost:3000/pay", "HTTP://LOCALHOST:3000/pay/"],
    ["http://[::1]:3000/pay", "HTTP://[::1]:3000/pay/"],
    ["https://pay.example/de/Pay", "HTTPS://PAY.EXAMPLE/de/Pay/"],
    ["https://pay.example", "HTTPS://PAY.EXAMPLE/"],
    ["https://bücher.example/pay", "HTTPS://XN--BCHER-KVA.EXAMPLE/pay/"],
  ] as const) {
    const { payLink, orderUrl } = payLinksOf(
      { payerAppUrl, appScheme: undefined, claimsLinks: false },
      order,
    );
    assert.equal(payLink, before + orderInfo);
    assert.equal(new URL(payLink).href, new URL(`${payerAppUrl}/${orderInfo}`).href);
    assert.equal(orderUrl, `${payerAppUrl}/${order.reference}`);
  }
});

it("names the reference in the app's scheme", () => {
  const apps = { payerAppUrl: "https://pay.example/pay", appScheme: "payer", claimsLinks: false };
  const { appLink } = payLinksOf(apps, order);
  assert.equal(appLink, `payer://pay/${order.reference}?o=${orderInfo}`);
  const web = { ...apps, appScheme: undefined };
  assert.equal(payLinksOf(web, order).appLink, null);
  const opening = [apps, { ...web, claimsLinks: true }, web];
  assert.deepEqual(
    opening.map((each) => payLinksOf(each, order).opensApp),
    [true, true, false],
  );
});

it("keeps the link of an order that an earlier version created", () => {
  const earlier = { ...order, orderInfo: "Zk3vN0q9.WzEyNTAsIkVVUiJd.MEUCIQ" };
  const apps = { payerAppUrl: "https://pay.example/pay", appScheme: "payer", claimsLinks: false };
  const path = `pay/${earlier.reference}?o=${earlier.orderInfo}`;
  const { payLink, appLink } = payLinksOf(apps, earlier);
  assert.deepEqual([payLink, appLink], [`https://pay.example/${path}`, `payer://${path}`]);
});
