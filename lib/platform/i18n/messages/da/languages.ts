export const languages = {
  label: "Sprog",
  current: "Sprog: {name}",
} as const;
