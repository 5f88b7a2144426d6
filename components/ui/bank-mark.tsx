import { markOf } from "./bank-initials.ts";

type Size = 24 | 32 | 40 | 56;

type Props = { name: string; logoPath?: string | undefined; size?: Size };

const SIZES: Record<Size, string> = {
  24: "size-6 rounded-soft text-[10px]",
  32: "size-8 rounded-soft text-[12px]",
  40: "size-10 rounded-soft text-[14px]",
  56: "size-14 rounded-soft text-[20px]",
};

/** White has a contrast of at least 4.5:1 on each, so they serve in light and dark. */
const COLOURS = [
  "bg-[#1f5fbf]",
  "bg-[#7a3fb8]",
  "bg-[#a8327a]",
  "bg-[#b3402a]",
  "bg-[#8a5a00]",
  "bg-[#2f6f2f]",
  "bg-[#0f6e78]",
  "bg-[#4a5568]",
];

/** A bank's logo, or its initials on a colour of its own. Decorative: show the name beside it. */
export function BankMark({ name, logoPath, size = 40 }: Props) {
  if (logoPath !== undefined) {
    return (
      // biome-ignore lint/performance/noImgElement: a picture of our own host, in its own size
      <img
        src={logoPath}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className={`shrink-0 bg-(--plate) object-contain ${SIZES[size]}`}
      />
    );
  }
  const { initials, colour } = markOf(name, COLOURS.length);
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center font-semibold text-white ${SIZES[size]} ${COLOURS[colour]}`}
    >
      {initials}
    </span>
  );
}
