export const languages = {
  label: "Język",
} as const;
