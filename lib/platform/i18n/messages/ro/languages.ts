export const languages = {
  label: "Limbă",
  current: "Limbă: {name}",
} as const;
