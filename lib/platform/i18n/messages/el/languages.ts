export const languages = {
  label: "Γλώσσα",
  current: "Γλώσσα: {name}",
} as const;
