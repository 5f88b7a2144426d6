export type Matrix = boolean[][];

/** `blur`: standard deviation in pixels. `turn` in the plane and `tilt` away from it: in degrees. `contrast`: 1 is black on white. */
type Flaws = { width: number; blur?: number; turn?: number; tilt?: number; contrast?: number };

const QUIET_ZONE = 4;
const SAMPLES = [0.17, 0.5, 0.83];
/** Of the camera, in widths of the code. */
const DISTANCE = 2;

/** The code and its quiet zone `width` pixels wide, in RGBA, on a wall of the same white. */
export function photograph(matrix: Matrix, { width, blur = 0, contrast = 1, ...angles }: Flaws) {
  const side = Math.ceil(width * 1.6);
  const isDark = projected(matrix, angles);
  const dark = new Float64Array(side * side);
  for (let at = 0; at < dark.length; at += 1) {
    const [x, y] = [(at % side) - side / 2, Math.floor(at / side) - side / 2];
    let hits = 0;
    for (const down of SAMPLES) {
      for (const across of SAMPLES) if (isDark((x + across) / width, (y + down) / width)) hits += 1;
    }
    dark[at] = hits / SAMPLES.length ** 2;
  }
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  blurred(blurred(dark, side, blur, 1), side, blur, side).forEach((share, at) => {
    data.fill(Math.round(255 * (0.5 + contrast * (0.5 - share))), at * 4, at * 4 + 3);
  });
  return { data, width: side, height: side };
}

/** Takes places in the picture, in widths of the code from its centre. */
function projected(matrix: Matrix, { turn = 0, tilt = 0 }: { turn?: number; tilt?: number }) {
  const modules = matrix.length + 2 * QUIET_ZONE;
  const [turnSin, turnCos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const [tiltSin, tiltCos] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
  const index = (along: number) => Math.floor((along + 0.5) * modules) - QUIET_ZONE;
  return (x: number, y: number): boolean => {
    const across = x / (tiltCos - (x * tiltSin) / DISTANCE);
    const down = y * (1 + (across * tiltSin) / DISTANCE);
    const row = matrix[index(down * turnCos - across * turnSin)];
    return row?.[index(across * turnCos + down * turnSin)] === true;
  };
}

/** Along one axis: `step` is 1 or the width. */
function blurred(values: Float64Array, side: number, deviation: number, step: number) {
  if (deviation === 0) return values;
  const reach = Math.ceil(deviation * 3);
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight);
  return values.map((_, at) => {
    const along = Math.floor(at / step) % side;
    let total = 0;
    for (let offset = -reach; offset <= reach; offset += 1) {
      const isInside = along + offset >= 0 && along + offset < side;
      if (isInside) total += (values[at + offset * step] ?? 0) * (weights[offset + reach] ?? 0);
    }
    return total / sum;
  });
}
