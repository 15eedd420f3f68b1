/** Small charts, each with its figures in words. */
import { useText } from '../../../core/react/hooks/use-text.js'
import type { DayMinutes } from '../history/history.js'
import type { KeptTake } from '../settings.js'
import classes from './practice-page.module.css'

const HEIGHT = 80
/** Minutes that fill the chart, at least. */
const LEAST_MINUTES = 10

/** A bar for each day. */
export function Days({ days }: { days: readonly DayMinutes[] }) {
  const { t, locale } = useText()
  const most = Math.max(LEAST_MINUTES, ...days.map(({ minutes }) => minutes))
  const nameOf = (day: number) => new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  return (
    <ol className={classes.days} aria-label={t('Minutes a day')}>
      {days.map(({ day, minutes }) => (
        <li
          key={day}
          title={t('{{day}}: {{minutes}} minutes', { day: nameOf(day), minutes: Math.round(minutes) })}
        >
          <span className={classes.words}>
            {t('{{day}}: {{minutes}} minutes', { day: nameOf(day), minutes: Math.round(minutes) })}
          </span>
          <span
            aria-hidden="true"
            className={classes.bar}
            style={{ height: Math.max(minutes > 0 ? 3 : 1, (minutes / most) * HEIGHT) }}
          />
        </li>
      ))}
    </ol>
  )
}

const WIDTH = 120
const LINE_HEIGHT = 28
const SHOWN = 20

/** A line through the last takes of a song: how much was right. */
export function Accuracies({ takes }: { takes: readonly KeptTake[] }) {
  const { t } = useText()
  const shown = takes.slice(-SHOWN)
  const xOf = (index: number) =>
    4 + (shown.length > 1 ? (index / (shown.length - 1)) * (WIDTH - 8) : (WIDTH - 8) / 2)
  const yOf = (accuracy: number) => LINE_HEIGHT - 4 - accuracy * (LINE_HEIGHT - 8)
  const words = t('Right in the last takes, in percent: {{percents}}', {
    percents: shown.map(({ accuracy }) => Math.floor(accuracy * 100)).join(', '),
  })
  return (
    <svg width={WIDTH} height={LINE_HEIGHT} role="img" aria-label={words}>
      <polyline
        className={classes.line}
        points={shown.map(({ accuracy }, index) => `${xOf(index)},${yOf(accuracy)}`).join(' ')}
      />
      {shown.map(({ accuracy, at }, index) => (
        <circle key={at} className={classes.dot} cx={xOf(index)} cy={yOf(accuracy)} r={2} />
      ))}
    </svg>
  )
}
