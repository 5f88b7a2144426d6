"use client";

import { createContext, type ReactNode, useContext } from "react";

export type ErrorWords = { title: string; lead: string; again: string };

const Context = createContext<ErrorWords | undefined>(undefined);

/** Provides localised texts to error pages, which render in the browser. */
export function ErrorWordsProvider({
  words,
  children,
}: {
  words: ErrorWords;
  children: ReactNode;
}) {
  return <Context value={words}>{children}</Context>;
}

/** @throws Error outside of its provider */
export function useErrorWords(): ErrorWords {
  const words = useContext(Context);
  if (!words) throw new Error("ErrorWordsProvider is missing");
  return words;
}
