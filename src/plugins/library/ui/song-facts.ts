/** What a row says of a song: length, tracks, notes, and the day on which it came. */

import { timeText } from '../../../core/music/song/time-text.js'
import type { Text } from '../../../core/react/hooks/use-text.js'
import type { SongTrackView } from '../../midi-file/tokens.js'

interface Facts {
  readonly lengthMs: number
  readonly tracks: readonly SongTrackView[]
  /** Milliseconds since 1970. */
  readonly addedAt?: number
}

export function songFacts({ lengthMs, tracks, addedAt }: Facts, { t, locale }: Text): string {
  const notes = tracks.reduce((sum, track) => sum + track.notes, 0)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return [
    timeText(lengthMs),
    t('tracks: {{number}}', { number: tracks.length }),
    t('notes: {{number}}', { number: notes }),
    ...(addedAt === undefined ? [] : [day.format(new Date(addedAt))]),
  ].join(' · ')
}
