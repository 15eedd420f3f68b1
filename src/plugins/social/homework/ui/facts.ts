import type { Assignment, Task } from '../../../../core/contract/homework.js'
import type { Text } from '../../../../core/react/kernel-context.js'

type Facts = Pick<Task, 'from' | 'to' | 'tempo' | 'loop' | 'due' | 'track' | 'trackName'> &
  Partial<Pick<Task, 'list'>>

export function taskFacts(
  { from, to, tempo, loop, due, track, trackName, list = [] }: Facts,
  { t, locale }: Text,
) {
  const bars =
    from === undefined && to === undefined
      ? t('the whole song')
      : from === to
        ? t('bar {{from}}', { from: from ?? 1 })
        : t('bars {{from}}–{{to}}', { from: from ?? 1, to: to ?? '…' })
  return [
    ...(due === undefined ? [] : [t('due {{day}}', { day: dayText(due, locale) })]),
    ...(list.length > 0
      ? [t('{{count}} songs', { count: list.length })]
      : [
          bars,
          ...(track === undefined ? [] : [trackName ?? t('track {{number}}', { number: track + 1 })]),
          t('tempo {{percent}}%', { percent: tempo }),
          ...(loop ? [t('loop')] : []),
        ]),
  ].join(' · ')
}

/** Today's date in the form `2026-12-04`. */
export const today = () => new Intl.DateTimeFormat('sv').format(new Date())

export const isPast = (due = today()) => due < today()

/** Returns whether a student who shares takes has missed the due date without practicing. */
export const isOverdue = ({ task: { due }, students }: Assignment) =>
  isPast(due) &&
  students.some(
    ({ state, sendsTakes, takes }) =>
      takes === 0 && (state === 'given' || (state === 'accepted' && sendsTakes)),
  )

export const isWithdrawn = ({ students }: Assignment) => students.some(({ state }) => state === 'withdrawn')

/** @param due date in the form `2026-12-04`, without a time zone */
function dayText(due: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  })
  return format.format(new Date(`${due}T00:00:00Z`))
}

export const timeText = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
