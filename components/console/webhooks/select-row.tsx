type Props = { value: string; label: string };

export function SelectRow({ value, label }: Props) {
  return (
    <label className="-my-2 inline-grid size-11 place-items-center rounded-soft has-focus-visible:outline-3 has-focus-visible:outline-accent">
      <input
        type="checkbox"
        name="id"
        value={value}
        className="size-5 accent-accent focus-visible:outline-none"
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}
