type Props = { name: string; size?: keyof typeof SIZES };

/** The mark is 139 by 28. */
const SIZES = { small: "h-4 w-[79px]", large: "h-7 w-[139px]" } as const;

/** `name` is what screen readers read out, and what is copied. */
export function WordMark({ name, size = "small" }: Props) {
  return (
    <span className={`word-mark mx-0.5 inline-block align-[-0.2em] ${SIZES[size]}`}>
      <span className="sr-only">{name}</span>
    </span>
  );
}
