import type { Task } from '../../../core/api/homework.js'
import type { Text } from '../../../core/react/kernel-context.js'

type Facts = Pick<Task, 'from' | 'to' | 'tempo' | 'loop' | 'due'> & Partial<Pick<Task, 'list'>>

export function taskFacts({ from, to, tempo, loop, due, list = [] }: Facts, { t, locale }: Text) {
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
      : [bars, t('tempo {{percent}}%', { percent: tempo }), ...(loop ? [t('loop')] : [])]),
  ].join(' · ')
}

/** @param due as in `2026-12-04`, without a time zone */
function dayText(due: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  })
  return format.format(new Date(`${due}T00:00:00Z`))
}

/** Rounded as by feedback. */
export const percent = (share: number): number => Math.floor(100 * share)
