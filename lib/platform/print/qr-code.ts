import encodeQR from "qr";

/** In modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Rows from the top, true for dark, with the quiet zone. Level Q: paper at a till gets dirty. */
export type Modules = readonly (readonly boolean[])[];

export function qrModules(content: string): Modules {
  return encodeQR(content, "raw", { ecc: "quartile", border: QUIET_ZONE, scale: 1 });
}

/** Dark modules side by side. */
export type DarkRun = { x: number; y: number; width: number };

export function darkRuns(modules: Modules): DarkRun[] {
  return modules.flatMap((row, y) => {
    const runs: DarkRun[] = [];
    row.forEach((isDark, x) => {
      const last = runs.at(-1);
      if (!isDark) return;
      if (last && last.x + last.width === x) last.width += 1;
      else runs.push({ x, y, width: 1 });
    });
    return runs;
  });
}

/** SVG path data. One path: its rectangles show no seams. */
export function qrPath(modules: Modules): string {
  return darkRuns(modules)
    .map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`)
    .join("");
}
