import { kotlinSnippet, swiftSnippet } from "./native-sdk.ts";
import { doubleQuoted, shellQuoted } from "./quote.ts";
import { ORDER, type SnippetContext } from "./snippet.ts";

export const LAUNCHER_PLATFORMS = ["expo", "reactNative", "capacitor", "browser"] as const;
type LauncherPlatform = (typeof LAUNCHER_PLATFORMS)[number];

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

/** No registry has the packages. */
export function sdkInstallation(
  platform: SdkPlatform,
  { appScheme, checkoutUrl }: Pick<SnippetContext, "appScheme" | "checkoutUrl">,
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
  return `curl -o bankside-js.tgz ${shellQuoted(new URL("/sdk/js.tgz", checkoutUrl).href)}
npm install ./bankside-js.tgz`;
}

export function sdkSnippet(
  platform: SdkPlatform,
  context: Pick<SnippetContext, "baseUrl" | "appScheme">,
): string {
  if (platform === "ios") return swiftSnippet(context);
  if (platform === "android") return kotlinSnippet(context);
  const { baseUrl, appScheme } = context;
  // Web pages can register only schemes with this prefix.
  const scheme = platform === "browser" ? `web+${appScheme.replaceAll(/[^a-z]/g, "")}` : appScheme;
  return `${LAUNCHERS[platform].replace(/\n\n/, '\nimport { createBankside } from "@bankside/js";\n\n')}
const bankside = createBankside({ baseUrl: ${doubleQuoted(baseUrl)}, launcher });

// token: from your server, for this user
const { status, transactionId } = await bankside.initiatePayment(
  ${doubleQuoted(ORDER.decimal)},
  token,
  { customerId: ${doubleQuoted(ORDER.customer)} },
  ${doubleQuoted(scheme)},
  { externalId: ${doubleQuoted(ORDER.appExternalId)} },
);
// A hint for the screen: check transactionId on your server.`;
}
