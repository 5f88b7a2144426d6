import { doubleQuoted } from "./quote.ts";
import {
  KEY_VARIABLE,
  ORDER,
  PAYER_EMAIL,
  type ServerSnippets,
  type SnippetContext,
} from "./snippet.ts";

function head(file: string, { apiKey, baseUrl }: SnippetContext): string {
  const key =
    apiKey === undefined
      ? `process.env.${KEY_VARIABLE};`
      : `${doubleQuoted(apiKey)}; // in production from the environment`;
  return `// ${file}: node ${file} (Node 18 or newer)
const apiKey = ${key}
const baseUrl = ${doubleQuoted(baseUrl)};

async function post(path, headers, body) {
  const answer = await fetch(baseUrl + path, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(\`\${json.code}: \${json.title}\`);
  return json;
}`;
}

const EXCHANGE = `const { token } = await post("/auth/verify-apikey", { "X-API-Key": apiKey }, {
  email: ${doubleQuoted(PAYER_EMAIL)},
});`;

export const node: ServerSnippets = {
  web: (context) => `${head("pay.mjs", context)}

const transaction = await post("/transactions", { "X-API-Key": apiKey }, {
  amount: ${ORDER.amount}, // in cents
  currency: "EUR",
  externalId: ${doubleQuoted(ORDER.externalId)}, // your order, paid once
  successUrl: ${doubleQuoted(`${context.shopOrigin}/thanks`)},
  failureUrl: ${doubleQuoted(`${context.shopOrigin}/cart`)},
  metadata: { customerId: ${doubleQuoted(ORDER.customer)} },
});
console.log(transaction.redirectUrl); // the address for the iframe`,

  direct: (context) => `${head("pay.mjs", context)}

// 1. Your server exchanges the API key for a JWT, valid for 15 minutes.
${EXCHANGE}

// 2. Your app creates the transaction with it.
const { redirectUrl } = await post("/transactions", { Authentication: \`Bearer \${token}\` }, {
  amount: ${ORDER.amount}, // in cents
  currency: "EUR",
  source: "sdk_integration",
  externalId: ${doubleQuoted(ORDER.appExternalId)},
});

// 3. Your app opens this address in a webview.
const address = new URL(redirectUrl);
address.searchParams.set("jwt", token);
address.searchParams.set("redirect-url", ${doubleQuoted(context.appScheme)});
console.log(address.href);`,

  sdk: (context) => `${head("token.mjs", context)}

// For a user who is signed in to your app. The token is valid for 15 minutes.
${EXCHANGE}
console.log(token); // what your app passes to initiatePayment`,
};
