import { doubleQuoted, shellQuoted } from "./quote.ts";
import {
  KEY_VARIABLE,
  ORDER,
  PAYER_EMAIL,
  type ServerSnippets,
  type SnippetContext,
} from "./snippet.ts";

const JSON_TYPE = "-H 'Content-Type: application/json'";

function key({ apiKey }: SnippetContext): string {
  return apiKey === undefined
    ? `# ${KEY_VARIABLE} holds your API key.`
    : `${KEY_VARIABLE}=${shellQuoted(apiKey)}`;
}

function exchange({ baseUrl }: SnippetContext): string {
  return `curl -sS ${shellQuoted(`${baseUrl}/auth/verify-apikey`)} \\
  -H "X-API-Key: $${KEY_VARIABLE}" \\
  ${JSON_TYPE} \\
  -d ${shellQuoted(`{"email": "${PAYER_EMAIL}"}`)}`;
}

export const curl: ServerSnippets = {
  web: (context) => `${key(context)}

curl -sS ${shellQuoted(`${context.baseUrl}/transactions`)} \\
  -H "X-API-Key: $${KEY_VARIABLE}" \\
  ${JSON_TYPE} \\
  -d ${shellQuoted(`{
    "amount": ${ORDER.amount},
    "currency": "EUR",
    "externalId": "${ORDER.externalId}",
    "successUrl": ${doubleQuoted(`${context.shopOrigin}/thanks`)},
    "failureUrl": ${doubleQuoted(`${context.shopOrigin}/cart`)},
    "metadata": {"customerId": "${ORDER.customer}"}
  }`)}`,

  direct: (context) => `${key(context)}

# 1. Your server exchanges the API key for a JWT, valid for 15 minutes.
JWT=$(${exchange(context).replaceAll("\n", "\n  ")} \\
  | sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p')

# 2. Your app creates the transaction with it.
REDIRECT_URL=$(curl -sS ${shellQuoted(`${context.baseUrl}/transactions`)} \\
    -H "Authentication: Bearer $JWT" \\
    ${JSON_TYPE} \\
    -d ${shellQuoted(`{
      "amount": ${ORDER.amount},
      "currency": "EUR",
      "source": "sdk_integration",
      "externalId": "${ORDER.appExternalId}"
    }`)} \\
  | sed -n 's/.*"redirectUrl":"\\([^"]*\\)".*/\\1/p')

# 3. Your app opens this address in a webview.
echo "$REDIRECT_URL&jwt=$JWT&redirect-url=${encodeURIComponent(context.appScheme)}"`,

  sdk: (context) => `${key(context)}

# The response contains the token for initiatePayment, valid for 15 minutes.
${exchange(context)}`,
};
