export const languages = {
  label: "Sprog",
} as const;
