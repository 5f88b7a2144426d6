import { createBankside, isBanksideError } from "@bankside/js";
import { useEffect, useMemo, useRef, useState } from "react";
import { Linking } from "react-native";
import { type Cart, decimalOf } from "../shared/products.ts";
import { BANKSIDE_API, URL_SCHEME } from "./config.ts";
import { usePaymentView } from "./payment-view";
import { orderOf } from "./return-link.ts";
import { createOrder, newToken } from "./server.ts";

type Payable = { orderId: string; amount: number; token: string };

type Screen =
  | { name: "cart"; problem?: string }
  | ({ name: "order" } & Payable)
  | ({ name: "paying" } & Payable)
  /** Without an amount: the app was started by a return link. */
  | { name: "result"; orderId: string; amount?: number };

// The bank may have the order: ask the server, and never offer another payment.
const ASK = ["already_paid", "transaction_in_progress"];

export function useCheckout() {
  const [screen, setScreen] = useState<Screen>({ name: "cart" });
  const { launcher, view } = usePaymentView();
  const bankside = useMemo(() => createBankside({ baseUrl: BANKSIDE_API, launcher }), [launcher]);
  const waiting = useRef<AbortController>(undefined);

  // The system may have ended the app while the bank's app was open. The return link then starts it.
  useEffect(() => {
    const follow = (link: string | null) => {
      const orderId = orderOf(link, URL_SCHEME);
      if (orderId === undefined) return;
      waiting.current?.abort();
      setScreen({ name: "result", orderId });
    };
    Linking.getInitialURL().then(follow, () => undefined);
    const subscription = Linking.addEventListener("url", ({ url }) => follow(url));
    return () => subscription.remove();
  }, []);

  const fail = () => setScreen({ name: "cart", problem: "That did not work. Try again." });

  async function prepare(get: () => Promise<Payable>): Promise<void> {
    try {
      setScreen({ name: "order", ...(await get()) });
    } catch {
      fail();
    }
  }

  /** Awaits nothing before `initiatePayment`: a browser opens a window only then. */
  async function start({ orderId, amount, token }: Payable): Promise<void> {
    waiting.current = new AbortController();
    setScreen({ name: "paying", orderId, amount, token });
    const options = { externalId: orderId, signal: waiting.current.signal };
    try {
      await bankside.initiatePayment(decimalOf(amount), token, null, URL_SCHEME, options);
    } catch (error) {
      const isKnown = isBanksideError(error) && (error.transactionId || ASK.includes(error.code));
      if (!isKnown) return fail();
    }
    // Its status is a hint. The server knows: "unknown" and "succeeded" lead to the same question.
    setScreen({ name: "result", orderId, amount });
  }

  return {
    screen,
    view,
    checkOut: (cart: Cart) =>
      prepare(async () => {
        const { id, amount, token } = await createOrder(cart);
        return { orderId: id, amount, token };
      }),
    pay() {
      if (screen.name === "order") void start(screen);
    },
    /** With the same order id, so that it is paid once. */
    payAgain: () =>
      prepare(async () => {
        if (screen.name !== "result" || !screen.amount) throw new Error("no order");
        const { orderId, amount } = screen;
        return { orderId, amount, token: await newToken(orderId) };
      }),
    stop: () => waiting.current?.abort(),
    startOver: () => setScreen({ name: "cart" }),
  };
}
