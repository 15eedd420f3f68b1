/** The open song as tablature in text: for files, the clipboard and paper. */
import { noteName } from '../../core/music/guitar/note-name.js'
import type { NeckView } from '../fretboard/tokens.js'
import type { OpenSong, SongFingering } from '../player/tokens.js'
import { tabText } from './tab-text.js'
import { tabTime } from './tab-time.js'

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
  const notes = shown.flatMap(({ onset }, index) => {
    const position = fingering.positionOf(index)
    return position ? [{ onset, ...position }] : []
  })
  return {
    strings: tuning.strings
      .map(pitch => noteName(pitch).name)
      .toReversed()
      .join(' '),
    outside: shown.length - notes.length,
    write: heading => tabText({ heading, strings: tuning.strings, starts: tabTime(song).starts, notes }),
  }
}
