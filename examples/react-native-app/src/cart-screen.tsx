import { useState } from "react";
import { ScrollView, StyleSheet, Text, View } from "react-native";
import { type Cart, decimalOf, PRODUCTS, totalOf } from "../shared/products.ts";
import { AppButton, Row, Title, useColours, Words } from "./ui.tsx";

type Props = { problem?: string | undefined; onCheckOut: (cart: Cart) => void };

export function CartScreen({ problem, onCheckOut }: Props) {
  const { ink } = useColours();
  const [cart, setCart] = useState<Cart>({});
  const total = totalOf(cart);
  const add = (id: string) => setCart({ ...cart, [id]: (cart[id] ?? 0) + 1 });
  return (
    <ScrollView contentContainerStyle={styles.column}>
      <Title>For the table</Title>
      {problem && <Words>{problem}</Words>}
      {PRODUCTS.map(({ id, name, price }) => (
        <Row key={id}>
          <View>
            <Text style={[styles.name, { color: ink }]}>{name}</Text>
            <Words>{`€${decimalOf(price)}${cart[id] ? ` · ${cart[id]} in the cart` : ""}`}</Words>
          </View>
          <AppButton title="Add" label={`Add ${name}`} onPress={() => add(id)} isQuiet />
        </Row>
      ))}
      {total > 0 && (
        <AppButton title={`Check out: €${decimalOf(total)}`} onPress={() => onCheckOut(cart)} />
      )}
    </ScrollView>
  );
}

const styles = StyleSheet.create({
  column: { gap: 12, padding: 20, width: "100%", maxWidth: 520, alignSelf: "center" },
  name: { fontSize: 17, fontWeight: "600" },
});
