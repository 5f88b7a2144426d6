export const languages = {
  label: "Nyelv",
} as const;
