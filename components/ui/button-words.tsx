"use client";

import { createContext, type ReactNode, useContext } from "react";

type Words = { busy: string; copy: string; copied: string };

const WordsContext = createContext<Words | undefined>(undefined);

/** What buttons below it say while they work, and those that copy. */
export function ButtonWords({ words, children }: { words: Words; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>;
}

export function useButtonWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error("no ButtonWords above this button");
  return words;
}
