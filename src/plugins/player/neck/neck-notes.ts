/** The notes of the open song that the neck shows: worked out anew for another song, other tracks, another pitch. */
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { SessionFingering, SongPlaybackSettings } from '../internal-tokens.js'
import { EMPTY_SCORE, type SongScore } from '../playback/song-score.js'
import { isShown } from '../session/shown-tracks.js'
import type { SongView } from '../tokens.js'
import { NO_NOTES, type ShownNotes, shownNotes } from './shown-notes.js'

export interface NeckNotesParts {
  readonly view: Pick<ReadonlyStore<SongView>, 'getState'>
  readonly playback: Pick<SongPlaybackSettings, 'view'>
  readonly fingering: Pick<SessionFingering, 'show'>
}

export interface NeckNotes {
  /** Another song is in the view, or none. @param ready what is shown of it, where that is known already */
  load(score: SongScore, ready?: ShownNotes): void
  /** Other tracks are shown, or the song is transposed. */
  refresh(): void
  shows(track: number): boolean
  readonly score: SongScore
  readonly shown: ShownNotes
  /** Of the shown tracks, 0–15. */
  readonly channels: ReadonlySet<number>
}

export function createNeckNotes({ view, playback, fingering }: NeckNotesParts): NeckNotes {
  let score = EMPTY_SCORE
  let shown = NO_NOTES
  let channels: ReadonlySet<number> = new Set()

  const shows = (track: number) => {
    const { song, shown: tracks } = view.getState()
    return song !== undefined && isShown(song, tracks, track)
  }

  const take = (notes: ShownNotes) => {
    shown = notes
    const tracks = view.getState().song?.song.tracks ?? []
    channels = new Set(tracks.filter((_, track) => shows(track)).map(({ channel }) => channel))
    fingering.show(shown.notes)
  }

  const workedOut = () => {
    const { song } = view.getState()
    return song
      ? shownNotes({ song: song.song, score, mix: playback.view.getState(), isShown: shows })
      : NO_NOTES
  }

  return {
    load(next, ready) {
      score = next
      take(ready ?? workedOut())
    },
    refresh: () => take(workedOut()),
    shows,
    get score() {
      return score
    },
    get shown() {
      return shown
    },
    get channels() {
      return channels
    },
  }
}
