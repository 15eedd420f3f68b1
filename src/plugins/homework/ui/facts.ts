import type { Task } from '../../../core/api/homework.js'
import type { Text } from '../../../core/react/kernel-context.js'

export function taskFacts(
  { from, to, tempo, loop }: Pick<Task, 'from' | 'to' | 'tempo' | 'loop'>,
  { t }: Text,
) {
  const bars =
    from === undefined && to === undefined
      ? t('the whole song')
      : t('bars {{from}}–{{to}}', { from: from ?? 1, to: to ?? '…' })
  return [bars, t('tempo {{percent}}%', { percent: tempo }), ...(loop ? [t('loop')] : [])].join(' · ')
}

export const percent = (share: number): number => Math.round(100 * share)
