export const languages = {
  label: "Språk",
} as const;
