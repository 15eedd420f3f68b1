/** When the notes of a take came: early above the line, late below it, along the song. */

import { median } from '../../../../core/platform/ordered.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import type { TakeResult } from '../../tokens.js'
import classes from './judging.module.css'

const HEIGHT = 100
const WIDTH = 1000
/** Milliseconds from the middle to the edge, at least. */
const LEAST_MS = 120

export function TakeTimeline({ take, windowMs }: { take: TakeResult; windowMs: number }) {
  const { t } = useText()
  const { timing } = take
  const first = timing[0]?.[0] ?? 0
  const length = Math.max(1, (timing.at(-1)?.[0] ?? 0) - first)
  const reach = Math.max(LEAST_MS, windowMs * 1.5)
  const yOf = (byMs: number) =>
    HEIGHT / 2 + (Math.max(-reach, Math.min(reach, byMs)) / reach) * (HEIGHT / 2 - 4)
  const middle = Math.round(median(timing.map(([, byMs]) => byMs)) ?? 0)
  const words =
    middle === 0
      ? t('On average your notes came on time.')
      : middle > 0
        ? t('On average your notes came {{ms}} ms late.', { ms: middle })
        : t('On average your notes came {{ms}} ms early.', { ms: -middle })
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.timeline}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        <rect
          className={classes.window}
          x={0}
          width={WIDTH}
          y={yOf(-windowMs)}
          height={yOf(windowMs) - yOf(-windowMs)}
        />
        <line className={classes.middle} x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {timing.map(([songMs, byMs], index) => {
          const x = 4 + ((songMs - first) / length) * (WIDTH - 8)
          const y = yOf(byMs)
          return (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: a finished take does not change
              key={index}
              className={classes.played}
              data-outside={Math.abs(byMs) > windowMs || undefined}
              x1={x}
              x2={x}
              y1={y}
              y2={y}
            />
          )
        })}
      </svg>
      <figcaption className={classes.axis}>
        <span>{t('Early above, late below')}</span>
        <span>{words}</span>
      </figcaption>
    </figure>
  )
}
