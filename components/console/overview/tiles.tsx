import type { Totals } from "#lib/console/statistics/figures.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { createFigureText } from "./figure-text.ts";
import { type Change, type Figure, Tile } from "./tile.tsx";

type Props = { text: MerchantText; current: Totals; previous: Totals; days: number };

export function Tiles(props: Props) {
  const { text, current } = props;
  const words = text.messages.overview;
  const { timesToPay } = current;
  const ninetieth = timesToPay && createFigureText(text).duration(timesToPay.ninetiethMs);
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Tile label={words.volume} figures={volumesOf(props)} />
      <Tile
        label={words.payments}
        figures={[paymentsOf(props)]}
        meaning={text.format(words.paidOf, {
          paid: createFigureText(text).count(current.succeeded),
          ended: current.ended,
        })}
      />
      <Tile
        label={words.successRate}
        figures={[rateOf(props)]}
        meaning={words.successRateMeaning}
      />
      <Tile
        label={words.timeToPay}
        figures={[timeOf(props)]}
        meaning={
          ninetieth ? text.format(words.timeToPayMeaning, { ninetieth }) : words.timeToPayNone
        }
      />
    </dl>
  );
}

function volumesOf(props: Props): Figure[] {
  const { text, current, previous } = props;
  const { money } = createFigureText(text);
  const currencies = [...new Set([...current.volumes.keys(), ...previous.volumes.keys()])];
  if (currencies.length === 0) {
    return [{ value: text.messages.overview.none, change: undefined, before: before(props) }];
  }
  return currencies.map((currency) => {
    const now = current.volumes.get(currency) ?? 0n;
    const then = previous.volumes.get(currency) ?? 0n;
    return {
      value: money(now, currency),
      change: growth(props, Number(now), Number(then)),
      before: before(props, then > 0n ? money(then, currency) : undefined),
    };
  });
}

function paymentsOf(props: Props): Figure {
  const { text, current, previous } = props;
  const { count } = createFigureText(text);
  const then = previous.succeeded;
  return {
    value: count(current.succeeded),
    change: growth(props, current.succeeded, then),
    before: before(props, then > 0 ? count(then) : undefined),
  };
}

function rateOf(props: Props): Figure {
  const { text, current, previous } = props;
  const { share, points } = createFigureText(text);
  const [now, then] = [current.successRate, previous.successRate];
  return {
    value: now === undefined ? text.messages.overview.none : share(now),
    change: now === undefined || then === undefined ? undefined : change(props, now - then, points),
    before: before(props, then === undefined ? undefined : share(then)),
  };
}

function timeOf(props: Props): Figure {
  const { text, current, previous } = props;
  const { duration } = createFigureText(text);
  const [now, then] = [current.timesToPay?.medianMs, previous.timesToPay?.medianMs];
  return {
    value: now === undefined ? text.messages.overview.none : duration(now),
    change:
      now === undefined || then === undefined ? undefined : change(props, now - then, duration),
    before: before(props, then === undefined ? undefined : duration(then)),
  };
}

/** In percent; `undefined` if the previous value is 0. */
function growth(props: Props, now: number, then: number): Change | undefined {
  if (then === 0) return undefined;
  return change(props, now / then - 1, createFigureText(props.text).share);
}

function change({ text }: Props, by: number, write: (by: number) => string): Change {
  const words = text.messages.overview;
  if (by === 0) return { way: "same", says: words.same };
  const way = by > 0 ? "up" : "down";
  return { way, says: text.format(words[way], { by: write(Math.abs(by)) }) };
}

function before({ text, days }: Props, then?: string): string {
  const words = text.messages.overview;
  return then === undefined
    ? text.format(words.beforeNone, { days })
    : text.format(words.before, { before: then, days });
}
