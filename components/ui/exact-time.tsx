import { Time } from "./time.tsx";

export function ExactTime({ at, isInRow = false }: { at: Date; isInRow?: boolean }) {
  return <Time at={at.toISOString()} isInRow={isInRow} />;
}
