export const languages = {
  label: "Language",
  current: "Language: {name}",
} as const;
