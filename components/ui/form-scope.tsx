"use client";

import { createContext, type ReactNode, useContext } from "react";

type Fields = Readonly<Record<string, string>>;

const NONE: Fields = {};
const ScopeContext = createContext<Fields>(NONE);

export function FormScope({ fields, children }: { fields: Fields; children: ReactNode }) {
  return <ScopeContext value={fields}>{children}</ScopeContext>;
}

export function ScopeFields() {
  const fields = useContext(ScopeContext);
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
