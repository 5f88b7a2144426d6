export const languages = {
  label: "Γλώσσα",
} as const;
