import { doubleQuoted } from "./quote.ts";
import {
  KEY_VARIABLE,
  ORDER,
  PAYER_EMAIL,
  type ServerSnippets,
  type SnippetContext,
} from "./snippet.ts";

function head(
  file: string,
  { apiKey, baseUrl }: SnippetContext,
  imports: readonly string[] = [],
): string {
  const key =
    apiKey === undefined
      ? `os.environ["${KEY_VARIABLE}"]`
      : `${doubleQuoted(apiKey)}  # in production from the environment`;
  const lines = [
    "import json",
    ...(apiKey === undefined ? ["import os"] : []),
    "from urllib.error import HTTPError",
    ...imports,
    "from urllib.request import Request, urlopen",
  ];
  return `# ${file}: python3 ${file} (Python 3.8 or newer, no packages)
${lines.join("\n")}

api_key = ${key}
base_url = ${doubleQuoted(baseUrl)}


def post(path, headers, body):
    request = Request(
        base_url + path,
        data=json.dumps(body).encode(),
        headers={**headers, "Content-Type": "application/json"},
    )
    try:
        with urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['code']}: {problem['title']}") from None`;
}

const EXCHANGE = `token = post("/auth/verify-apikey", {"X-API-Key": api_key}, {
    "email": ${doubleQuoted(PAYER_EMAIL)},
})["token"]`;

export const python: ServerSnippets = {
  web: (context) => `${head("pay.py", context)}


transaction = post("/transactions", {"X-API-Key": api_key}, {
    "amount": ${ORDER.amount},  # in cents
    "currency": "EUR",
    "externalId": ${doubleQuoted(ORDER.externalId)},  # your order, paid once
    "successUrl": ${doubleQuoted(`${context.shopOrigin}/thanks`)},
    "failureUrl": ${doubleQuoted(`${context.shopOrigin}/cart`)},
    "metadata": {"customerId": ${doubleQuoted(ORDER.customer)}},
})
print(transaction["redirectUrl"])  # the address for the iframe`,

  direct: (context) => `${head("pay.py", context, ["from urllib.parse import urlencode"])}


# 1. Your server exchanges the API key for a JWT, valid for 15 minutes.
${EXCHANGE}

# 2. Your app creates the transaction with it.
transaction = post("/transactions", {"Authentication": f"Bearer {token}"}, {
    "amount": ${ORDER.amount},  # in cents
    "currency": "EUR",
    "source": "sdk_integration",
    "externalId": ${doubleQuoted(ORDER.appExternalId)},
})

# 3. Your app opens this address in a webview.
query = urlencode({"jwt": token, "redirect-url": ${doubleQuoted(context.appScheme)}})
print(transaction["redirectUrl"] + "&" + query)`,

  sdk: (context) => `${head("token.py", context)}


# For a user who is signed in to your app. The token is valid for 15 minutes.
${EXCHANGE}
print(token)  # what your app passes to initiatePayment`,
};
