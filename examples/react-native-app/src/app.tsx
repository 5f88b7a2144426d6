import { StatusBar, StyleSheet, View } from "react-native";
import { SafeAreaProvider, SafeAreaView } from "react-native-safe-area-context";
import { decimalOf } from "../shared/products.ts";
import { CartScreen } from "./cart-screen.tsx";
import { ResultScreen } from "./result-screen.tsx";
import { AppButton, Title, useColours, Words } from "./ui.tsx";
import { useCheckout } from "./use-checkout.ts";

export function App() {
  const { paper } = useColours();
  return (
    <SafeAreaProvider>
      <StatusBar />
      <SafeAreaView style={[styles.page, { backgroundColor: paper }]}>
        <Screen />
      </SafeAreaView>
    </SafeAreaProvider>
  );
}

function Screen() {
  const { screen, view, checkOut, pay, payAgain, stop, startOver } = useCheckout();
  if (screen.name === "cart") return <CartScreen problem={screen.problem} onCheckOut={checkOut} />;
  if (screen.name === "result") {
    const { orderId, amount } = screen;
    return (
      <ResultScreen
        key={orderId}
        orderId={orderId}
        onPayAgain={amount === undefined ? undefined : payAgain}
        onDone={startOver}
      />
    );
  }
  if (screen.name === "paying") {
    return (
      view ?? (
        <View style={styles.column}>
          <Title>Opening the payment</Title>
          <Words>Your bank confirms the payment to us. You can come back at any time.</Words>
          <AppButton title="I’m back" onPress={stop} isQuiet />
        </View>
      )
    );
  }
  return (
    <View style={styles.column}>
      <Title>Your order</Title>
      <Words>{`Total: €${decimalOf(screen.amount)}`}</Words>
      <AppButton title="Pay by bank" onPress={pay} />
      <AppButton title="Back to the shop" onPress={startOver} isQuiet />
    </View>
  );
}

const styles = StyleSheet.create({
  page: { flex: 1 },
  column: { flex: 1, gap: 16, padding: 20, width: "100%", maxWidth: 520, alignSelf: "center" },
});
