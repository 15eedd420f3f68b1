import { Box, VisuallyHidden } from '@mantine/core'
import { useText } from '../../../core/react/hooks/use-text.js'
import type { DayOfPractice } from '../history/history.js'
import type { KeptTake } from '../settings.js'
import classes from './practice-page.module.css'

const HEIGHT = 80
const LEAST_MINUTES = 10

export function Days({ days }: { days: readonly DayOfPractice[] }) {
  const { t, locale } = useText()
  const most = Math.max(LEAST_MINUTES, ...days.map(({ minutes }) => minutes))
  const nameOf = (day: number) => new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  const wordsOf = ({ day, minutes, takes, accuracy, tempo }: DayOfPractice) => {
    const values = { day: nameOf(day), minutes: Math.round(minutes) }
    if (takes === 0) return t('{{day}}: not played', values)
    return t('{{day}}: {{minutes}} min, takes: {{takes}}, right: {{percent}} %, tempo: {{tempo}} %', {
      ...values,
      takes,
      percent: Math.floor(accuracy * 100),
      tempo: Math.round(tempo),
    })
  }
  return (
    <ol className={classes.days} aria-label={t('Minutes a day')}>
      {days.map(day => (
        <li key={day.day} title={wordsOf(day)}>
          <VisuallyHidden>{wordsOf(day)}</VisuallyHidden>
          <Box
            aria-hidden="true"
            h={Math.max(day.minutes > 0 ? 3 : 1, (day.minutes / most) * HEIGHT)}
            bg="var(--fw-accent)"
            bdrs="2px 2px 0 0"
          />
        </li>
      ))}
    </ol>
  )
}

const WIDTH = 120
const LINE_HEIGHT = 28
const SHOWN = 20

export function Accuracies({ takes }: { takes: readonly KeptTake[] }) {
  const { t } = useText()
  const percents = takes.slice(-SHOWN).map(({ accuracy }) => Math.floor(accuracy * 100))
  return (
    <Line
      values={percents}
      most={100}
      words={t('Right in the last takes, in percent: {{percents}}', { percents: percents.join(', ') })}
    />
  )
}

export function Tempos({ takes }: { takes: readonly KeptTake[] }) {
  const { t } = useText()
  const tempos = takes.slice(-SHOWN).map(({ tempo }) => tempo)
  return (
    <Line
      values={tempos}
      most={Math.max(100, ...tempos)}
      words={t('Tempo of the last takes, in percent: {{tempos}}', { tempos: tempos.join(', ') })}
    />
  )
}

function Line({ values, most, words }: { values: readonly number[]; most: number; words: string }) {
  const xOf = (index: number) =>
    4 + (values.length > 1 ? (index / (values.length - 1)) * (WIDTH - 8) : (WIDTH - 8) / 2)
  const yOf = (value: number) => LINE_HEIGHT - 4 - (value / most) * (LINE_HEIGHT - 8)
  return (
    <svg width={WIDTH} height={LINE_HEIGHT} role="img" aria-label={words}>
      <polyline
        fill="none"
        stroke="var(--fw-accent)"
        strokeWidth={1.5}
        points={values.map((value, index) => `${xOf(index)},${yOf(value)}`).join(' ')}
      />
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: takes are their places
        <circle key={index} fill="var(--fw-ink)" cx={xOf(index)} cy={yOf(value)} r={2} />
      ))}
    </svg>
  )
}
