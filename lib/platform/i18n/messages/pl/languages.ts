export const languages = {
  label: "Język",
  current: "Język: {name}",
} as const;
