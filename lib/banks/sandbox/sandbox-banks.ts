export const SANDBOX_BANKS = [
  {
    id: "sandbox",
    name: "Sandbox Bank",
    logo: mark(
      "#1f4e8c",
      '<circle cx="27" cy="13" r="4.5" fill="#ffd98c"/><path fill="#fff" d="M7 29c5-8 9-8 13-3s8 4 13-1v4a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4z"/>',
    ),
  },
  {
    id: "sandbox-savings",
    name: "Sandbox Savings Bank",
    logo: mark(
      "#2f6f2f",
      '<g fill="none" stroke="#fff" stroke-width="2.5"><ellipse cx="20" cy="12" rx="10" ry="4"/><path d="M10 12v8c0 2.2 4.5 4 10 4s10-1.8 10-4v-8M10 20v8c0 2.2 4.5 4 10 4s10-1.8 10-4v-8"/></g>',
    ),
  },
  {
    id: "sandbox-cooperative",
    name: "Sandbox Cooperative Bank",
    logo: mark(
      "#b3402a",
      '<g fill="none" stroke="#fff" stroke-width="2.5"><circle cx="20" cy="14.5" r="6.5"/><circle cx="14.5" cy="24" r="6.5"/><circle cx="25.5" cy="24" r="6.5"/></g>',
    ),
  },
  {
    id: "sandbox-instant",
    name: "Sandbox Instant Bank",
    logo: mark("#7a3fb8", '<path fill="#fff" d="M22.5 6 10 22.5h8.5L17 34l13-17h-9z"/>'),
  },
] as const;

function mark(colour: string, shape: string): string {
  const tile = `<rect width="40" height="40" rx="10" fill="${colour}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${tile}${shape}</svg>`;
}
