export const languages = {
  label: "Kieli",
} as const;
