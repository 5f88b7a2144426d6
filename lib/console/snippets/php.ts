import { phpQuoted } from "./quote.ts";
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
      ? `getenv('${KEY_VARIABLE}');`
      : `${phpQuoted(apiKey)}; // in production from the environment`;
  return `<?php
// ${file}: php ${file} (PHP 8 with its curl extension)
$apiKey = ${key}
$baseUrl = ${phpQuoted(baseUrl)};

function post(string $url, string $credential, array $body): array
{
    $request = curl_init($url);
    curl_setopt_array($request, [
        CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR),
        CURLOPT_HTTPHEADER => [$credential, 'Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 20,
    ]);
    $answer = curl_exec($request);
    if ($answer === false) {
        throw new RuntimeException(curl_error($request));
    }
    $json = json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
    if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 300) {
        throw new RuntimeException($json['code'] . ': ' . $json['title']);
    }
    return $json;
}`;
}

const EXCHANGE = `$token = post($baseUrl . '/auth/verify-apikey', 'X-API-Key: ' . $apiKey, [
    'email' => ${phpQuoted(PAYER_EMAIL)},
])['token'];`;

export const php: ServerSnippets = {
  web: (context) => `${head("pay.php", context)}

$transaction = post($baseUrl . '/transactions', 'X-API-Key: ' . $apiKey, [
    'amount' => ${ORDER.amount}, // in cents
    'currency' => 'EUR',
    'externalId' => ${phpQuoted(ORDER.externalId)}, // your order, paid once
    'successUrl' => ${phpQuoted(`${context.shopOrigin}/thanks`)},
    'failureUrl' => ${phpQuoted(`${context.shopOrigin}/cart`)},
    'metadata' => ['customerId' => ${phpQuoted(ORDER.customer)}],
]);
echo $transaction['redirectUrl'], PHP_EOL; // the address for the iframe`,

  direct: (context) => `${head("pay.php", context)}

// 1. Your server exchanges the API key for a JWT, valid for 15 minutes.
${EXCHANGE}

// 2. Your app creates the transaction with it.
$transaction = post($baseUrl . '/transactions', 'Authentication: Bearer ' . $token, [
    'amount' => ${ORDER.amount}, // in cents
    'currency' => 'EUR',
    'source' => 'sdk_integration',
    'externalId' => ${phpQuoted(ORDER.appExternalId)},
]);

// 3. Your app opens this address in a webview.
$query = http_build_query(['jwt' => $token, 'redirect-url' => ${phpQuoted(context.appScheme)}]);
echo $transaction['redirectUrl'], '&', $query, PHP_EOL;`,

  sdk: (context) => `${head("token.php", context)}

// For a user who is signed in to your app. The token is valid for 15 minutes.
${EXCHANGE}
echo $token, PHP_EOL; // what your app passes to initiatePayment`,
};
