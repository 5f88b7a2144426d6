import { useEffect, useState } from "react";
import { ActivityIndicator, StyleSheet, View } from "react-native";
import type { OrderStatus } from "../shared/products.ts";
import { askServer } from "./ask-server.ts";
import { readStatus } from "./server.ts";
import { AppButton, Title, useColours, Words } from "./ui.tsx";

type Props = { orderId: string; onPayAgain: (() => void) | undefined; onDone: () => void };

/** Every outcome in the app is a hint. This screen asks the server, and shows only what it knows. */
export function ResultScreen({ orderId, onPayAgain, onDone }: Props) {
  const { accent } = useColours();
  const [status, setStatus] = useState<OrderStatus>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function ask(): Promise<void> {
      const known = await askServer(() => readStatus(orderId), { signal });
      if (!signal.aborted) setStatus(known);
    }
    void ask();
    return () => leaving.abort();
  }, [orderId]);
  return (
    <View style={styles.column} aria-live="polite">
      {status === undefined && (
        <>
          <Title>Waiting for your bank</Title>
          <ActivityIndicator color={accent} />
        </>
      )}
      {status === "open" && (
        <>
          <Title>Your bank is still working on it</Title>
          <Words>We send you a message as soon as it confirms the payment. Do not pay again.</Words>
        </>
      )}
      {status === "paid" && (
        <>
          <Title>Thank you</Title>
          <Words>Your order is paid.</Words>
        </>
      )}
      {status === "failed" && (
        <>
          <Title>The payment did not go through</Title>
          <Words>You have not been charged.</Words>
          {onPayAgain && <AppButton title="Pay again" onPress={onPayAgain} />}
        </>
      )}
      <AppButton title="Back to the shop" onPress={onDone} isQuiet />
    </View>
  );
}

const styles = StyleSheet.create({
  column: { flex: 1, gap: 16, padding: 20, width: "100%", maxWidth: 520, alignSelf: "center" },
});
