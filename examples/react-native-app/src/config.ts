import { Platform } from "react-native";

// Expo replaces these names when it bundles the app.
export const SERVER_URL = process.env.EXPO_PUBLIC_SERVER_URL ?? "http://localhost:4000";
export const BANKSIDE_API = process.env.EXPO_PUBLIC_BANKSIDE_API ?? "http://localhost:3000/api";

/** `scheme` in app.json, registered in the console. Browsers let pages register only `web+…`. */
export const URL_SCHEME = Platform.OS === "web" ? "web+kilntable" : "kilntable";
