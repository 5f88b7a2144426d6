import { kotlinSnippet, swiftSnippet } from "./native-sdk.ts";
import { doubleQuoted } from "./quote.ts";
import { ORDER, type SnippetContext } from "./snippet.ts";

/** Platforms the SDK for JavaScript has a launcher for. */
export const LAUNCHER_PLATFORMS = ["expo", "reactNative", "capacitor", "browser"] as const;
type LauncherPlatform = (typeof LAUNCHER_PLATFORMS)[number];

/** Platforms with an SDK; the first one is shown unless another is asked for. */
export const SDK_PLATFORMS = ["ios", "android", ...LAUNCHER_PLATFORMS] as const;
type SdkPlatform = (typeof SDK_PLATFORMS)[number];

const LAUNCHERS: Record<LauncherPlatform, string> = {
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

const PACK = `# in the Bankside repository
npm run sdk:build && npm pack ./sdk/js

# in your app
npm install ./path/to/bankside/bankside-js-0.1.0.tgz`;

/** How the SDK gets into an app: from the repository, no registry has it. */
export function sdkInstallation(
  platform: SdkPlatform,
  { appScheme }: Pick<SnippetContext, "appScheme">,
): string {
  if (platform === "ios") {
    return `# Xcode: File > Add Package Dependencies > Add Local > sdk/ios of the Bankside repository
# or CocoaPods, in your Podfile:
pod "Bankside", :path => "path/to/bankside/sdk/ios"`;
  }
  if (platform === "android") {
    return `// in the Bankside repository: cd sdk/android && gradle publishToMavenLocal

// in your app's build.gradle.kts
repositories { mavenLocal() }
dependencies { implementation("io.github.bankside:bankside-ui:0.1.0") }
android.defaultConfig.manifestPlaceholders["banksideScheme"] = ${doubleQuoted(appScheme)}`;
  }
  return PACK;
}

/** What an app does with its server's token: one call shows the payment and returns how it seems to have ended. */
export function sdkSnippet(
  platform: SdkPlatform,
  context: Pick<SnippetContext, "baseUrl" | "appScheme">,
): string {
  if (platform === "ios") return swiftSnippet(context);
  if (platform === "android") return kotlinSnippet(context);
  const { baseUrl, appScheme } = context;
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
