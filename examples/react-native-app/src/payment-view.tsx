import { createWebViewLauncher, type PresentedPayment } from "@bankside/js/react-native";
import { useMemo, useState } from "react";
import { Linking, View } from "react-native";
import { WebView } from "react-native-webview";
import { AppButton } from "./ui.tsx";

/** `view` shows the payment's pages while `initiatePayment` runs. */
export function usePaymentView() {
  const [payment, present] = useState<PresentedPayment>();
  const launcher = useMemo(
    () =>
      // A bank's app opens outside the WebView.
      createWebViewLauncher({ present, openExternally: (url) => Linking.openURL(url) }),
    [],
  );
  const view = payment && (
    <View style={{ flex: 1 }}>
      <WebView {...payment.props} style={{ flex: 1 }} />
      <AppButton title="Close" onPress={payment.close} isQuiet />
    </View>
  );
  return { launcher, view };
}
