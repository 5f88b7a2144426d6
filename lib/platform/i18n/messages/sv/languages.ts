export const languages = {
  label: "Språk",
  current: "Språk: {name}",
} as const;
