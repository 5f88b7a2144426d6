import type { ReactNode } from "react";
import { Pressable, StyleSheet, Text, useColorScheme, View } from "react-native";

const LIGHT = {
  paper: "#faf8f4",
  ink: "#1f2328",
  quiet: "#5b6168",
  line: "#e3ded4",
  accent: "#22543d",
  onAccent: "#ffffff",
};
const DARK = {
  paper: "#16181a",
  ink: "#f0ede6",
  quiet: "#a9aeb4",
  line: "#34383c",
  accent: "#8fd0ac",
  onAccent: "#10241a",
};

export function useColours() {
  return useColorScheme() === "dark" ? DARK : LIGHT;
}

export function Title({ children }: { children: ReactNode }) {
  const { ink } = useColours();
  return (
    <Text role="heading" style={[styles.title, { color: ink }]}>
      {children}
    </Text>
  );
}

export function Words({ children }: { children: ReactNode }) {
  const { quiet } = useColours();
  return <Text style={[styles.words, { color: quiet }]}>{children}</Text>;
}

export function Row({ children }: { children: ReactNode }) {
  const { line } = useColours();
  return <View style={[styles.row, { borderColor: line }]}>{children}</View>;
}

type ButtonProps = { title: string; onPress: () => void; isQuiet?: boolean; label?: string };

export function AppButton({ title, onPress, isQuiet = false, label = title }: ButtonProps) {
  const { accent, onAccent, line } = useColours();
  const look = isQuiet ? { borderColor: line } : { borderColor: accent, backgroundColor: accent };
  return (
    <Pressable
      role="button"
      aria-label={label}
      onPress={onPress}
      style={({ pressed }) => [styles.button, look, pressed && styles.pressed]}
    >
      <Text style={[styles.buttonText, { color: isQuiet ? accent : onAccent }]}>{title}</Text>
    </Pressable>
  );
}

const styles = StyleSheet.create({
  title: { fontSize: 26, fontWeight: "700", letterSpacing: -0.3 },
  words: { fontSize: 16, lineHeight: 24 },
  row: {
    flexDirection: "row",
    alignItems: "center",
    justifyContent: "space-between",
    gap: 12,
    paddingVertical: 12,
    borderBottomWidth: 1,
  },
  button: {
    minHeight: 48,
    minWidth: 48,
    alignItems: "center",
    justifyContent: "center",
    paddingHorizontal: 20,
    borderWidth: 1,
    borderRadius: 12,
  },
  pressed: { opacity: 0.7 },
  buttonText: { fontSize: 16, fontWeight: "600" },
});
