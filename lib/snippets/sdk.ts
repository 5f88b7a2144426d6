import { doubleQuoted } from "./quote.ts";
import { ORDER, type SnippetContext } from "./snippet.ts";

/** Platforms the SDK has a launcher for; the first one is shown unless another is asked for. */
export const SDK_PLATFORMS = ["expo", "reactNative", "capacitor", "browser"] as const;
export type SdkPlatform = (typeof SDK_PLATFORMS)[number];

const LAUNCHERS: Record<SdkPlatform, string> = {
  expo: `import * as WebBrowser from "expo-web-browser";
import { createExpoLauncher } from "@bankside/js/expo";

const launcher = createExpoLauncher(WebBrowser);`,
  reactNative: `import { Linking } from "react-native";
import { createWebViewLauncher } from "@bankside/js/react-native";

// present gets a payment: render <WebView {...payment.props} /> of react-native-webview for it.
const launcher = createWebViewLauncher({
  present,
  openExternally: (url) => Linking.openURL(url),
});`,
  capacitor: `import { App } from "@capacitor/app";
import { Browser } from "@capacitor/browser";
import { createCapacitorLauncher } from "@bankside/js/capacitor";

const launcher = createCapacitorLauncher({ Browser, App });`,
  browser: `import { createBrowserLauncher } from "@bankside/js/browser";

const launcher = createBrowserLauncher();`,
};

/** How the SDK gets into an app: it is built from the repository, no registry has it. */
export const SDK_INSTALL = `# in the Bankside repository
npm run sdk:build && npm pack ./sdk/js

# in your app
npm install ./path/to/bankside/bankside-js-0.1.0.tgz`;

/** What an app does with the token its server got: one call that shows the payment and tells how it seems to have ended. */
export function sdkSnippet(
  platform: SdkPlatform,
  { baseUrl, appScheme }: Pick<SnippetContext, "baseUrl" | "appScheme">,
): string {
  // A web page can claim only schemes that begin so.
  const scheme = platform === "browser" ? `web+${appScheme.replaceAll(/[^a-z]/g, "")}` : appScheme;
  return `${LAUNCHERS[platform].replace(/\n\n/, '\nimport { createBankside } from "@bankside/js";\n\n')}
const bankside = createBankside({ baseUrl: ${doubleQuoted(baseUrl)}, launcher });

// token: what your server got for this user
const { status, transactionId } = await bankside.initiatePayment(
  ${doubleQuoted(ORDER.decimal)},
  token,
  { customerId: ${doubleQuoted(ORDER.customer)} },
  ${doubleQuoted(scheme)},
  { externalId: ${doubleQuoted(ORDER.appExternalId)} },
);
// A hint for the screen: ask your server about transactionId.`;
}
