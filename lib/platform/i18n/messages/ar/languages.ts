export const languages = {
  label: "اللغة",
  current: "اللغة: {name}",
} as const;
