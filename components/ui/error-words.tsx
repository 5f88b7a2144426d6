"use client";

import { createContext, type ReactNode, useContext } from "react";

/** What a page says that failed. */
export type ErrorWords = { title: string; lead: string; again: string };

const Context = createContext<ErrorWords | undefined>(undefined);

/** Hands the words of the reader's language, finished by the server, to a page that fails in the browser. */
export function ErrorWordsProvider({
  words,
  children,
}: {
  words: ErrorWords;
  children: ReactNode;
}) {
  return <Context value={words}>{children}</Context>;
}

/** The words for a failure; throws outside of its provider. */
export function useErrorWords(): ErrorWords {
  const words = useContext(Context);
  if (!words) throw new Error("ErrorWordsProvider is missing");
  return words;
}
