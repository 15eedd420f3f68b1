/** The open song as tablature in text: for files, the clipboard and paper. */
import { openStringNames } from '../../core/music/guitar/tunings.js'
import type { NeckView } from '../fretboard/tokens.js'
import type { OpenSong, SongFingering } from '../player/tokens.js'
import { tabText } from './tab-text.js'
import { tabTime } from './tab-time.js'
import { writtenNotes } from './written-notes.js'

interface SongText {
  /** Names of the open strings, low to high. */
  readonly strings: string
  /** Notes without a position on this neck. */
  readonly outside: number
  /** Empty lines separate the rows. */
  write(heading: readonly string[]): string
}

export function songText(
  song: OpenSong,
  fingering: Pick<SongFingering, 'view' | 'positionOf'>,
  { tuning }: Pick<NeckView, 'tuning'>,
): SongText {
  const { notes: shown } = fingering.view.getState()
  const time = tabTime(song)
  const notes = writtenNotes(shown, time, song.song.header.ppq).flatMap(({ onset }, index) => {
    const position = fingering.positionOf(index)
    return position ? [{ onset, ...position }] : []
  })
  return {
    strings: openStringNames(tuning.strings).toReversed().join(' '),
    outside: shown.length - notes.length,
    write: heading => tabText({ heading, strings: tuning.strings, starts: time.starts, notes }),
  }
}
