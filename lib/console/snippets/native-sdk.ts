import { doubleQuoted } from "./quote.ts";
import { ORDER, type SnippetContext } from "./snippet.ts";

type Addresses = Pick<SnippetContext, "baseUrl" | "appScheme">;

export function swiftSnippet({ baseUrl, appScheme }: Addresses): string {
  return `import BanksideCore
import BanksideUI

let bankside = try Bankside(baseURL: ${doubleQuoted(baseUrl)})

// token: from your server, for this user
let result = try await bankside.initiatePayment(
  amount: ${doubleQuoted(ORDER.decimal)},
  token: token,
  metadata: ["customerId": ${doubleQuoted(ORDER.customer)}],
  urlScheme: ${doubleQuoted(appScheme)},
  externalId: ${doubleQuoted(ORDER.appExternalId)},
  window: window)
// result.status is a hint for the screen: check result.transactionId on your server.`;
}

export function kotlinSnippet({ baseUrl, appScheme }: Addresses): string {
  return `import io.github.bankside.PaymentRequest
import io.github.bankside.ui.PaymentContract

// in your activity
val payment = registerForActivityResult(PaymentContract(${kotlinQuoted(baseUrl)})) { answer ->
    val result = answer.get()
    // result.status is a hint for the screen: check result.transactionId on your server.
}

// token: from your server, for this user
payment.launch(
    PaymentRequest.of(${kotlinQuoted(ORDER.decimal)}, token)
        .withMetadata(mapOf("customerId" to ${kotlinQuoted(ORDER.customer)}))
        .withUrlScheme(${kotlinQuoted(appScheme)})
        .withExternalId(${kotlinQuoted(ORDER.appExternalId)})
)`;
}

// Kotlin replaces `$name` in strings.
function kotlinQuoted(text: string): string {
  return doubleQuoted(text).replaceAll("$", "\\$");
}
