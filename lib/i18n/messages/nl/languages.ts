export const languages = {
  label: "Taal",
} as const;
