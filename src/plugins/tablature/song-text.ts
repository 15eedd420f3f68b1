import { openStringNames } from '../../core/music/guitar/tunings.js'
import type { NeckView } from '../fretboard/tokens.js'
import type { OpenSong, SongFingering } from '../player/tokens.js'
import { tabText } from './tab-text.js'
import { tabTime } from './tab-time.js'
import { writtenNotes } from './written-notes.js'

export function songText(
  song: OpenSong,
  fingering: Pick<SongFingering, 'view' | 'positionOf'>,
  { tuning }: Pick<NeckView, 'tuning'>,
) {
  const { notes: shown } = fingering.view.getState()
  const time = tabTime(song)
  const notes = writtenNotes(shown, time, song.song.header.ppq).flatMap(({ onset }, index) => {
    const position = fingering.positionOf(index)
    return position ? [{ onset, ...position }] : []
  })
  return {
    /** Open strings, low to high. */
    strings: openStringNames(tuning.strings).toReversed().join(' '),
    outside: shown.length - notes.length,
    write: (heading: readonly string[]) =>
      tabText({ heading, strings: tuning.strings, starts: time.starts, notes }),
  }
}
