/** The tuning that the file of a song gives to its track, where the neck is in another one. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS, EVENTS } from '../../core/kernel/services/tokens.js'
import type { Song } from '../../core/music/song/song.js'
import { tuningText } from '../../core/music/song/song-summary.js'
import { phrases } from '../../core/platform/phrases.js'
import { NECK_VIEW, type NeckView } from '../fretboard/tokens.js'
import { type ShownNote, SONG_FINGERING, SONG_NOTICES, SONG_OPENED, SONG_SESSION } from '../player/tokens.js'

const SENTENCES = phrases({
  tuning: 'The song is in the tuning {{strings}}.',
  tuningWithCapo: 'The song is in the tuning {{strings}}, with the capo on fret {{capo}}.',
  useTuning: 'Use tuning',
})

export interface SongTuning {
  /** From the lowest string to the highest: `D2 A2 D3 G3 B3 E4`. */
  readonly strings: string
  /** Fret; 0 is none. */
  readonly capo: number
}

/** Strings of a neck that can be shown. */
const STRINGS = { fewest: 3, most: 10 } as const

/** @returns `undefined` where no shown track has one, or the neck has it already */
export function otherTuning(
  { tracks }: Song,
  notes: readonly ShownNote[],
  neck: Pick<NeckView, 'tuning' | 'capo'>,
): SongTuning | undefined {
  if (!tracks.some(({ tuning }) => tuning)) return undefined
  const track = tracks[notes.find(({ written }) => written)?.track ?? -1]
  const { tuning = [], capo = 0 } = track ?? {}
  if (tuning.length < STRINGS.fewest || tuning.length > STRINGS.most) return undefined
  if (`${tuning}` === `${neck.tuning.strings}` && capo === neck.capo) return undefined
  return {
    strings: tuningText(tuning),
    capo,
  }
}

export function tuningOfSong({ get }: Pick<PluginContext, 'get'>) {
  const { song } = get(SONG_SESSION).view.getState()
  const { notes } = get(SONG_FINGERING).view.getState()
  return song && otherTuning(song.song, notes, get(NECK_VIEW).getState())
}

/** A song in another tuning than the neck has: its own positions are only there once the neck is tuned like it. */
export function offerTuning(context: PluginContext): void {
  const { get, scope } = context
  const offer = () => {
    const tuning = tuningOfSong(context)
    if (!tuning) return
    const { strings, capo } = tuning
    get(SONG_NOTICES).post({
      kind: 'info',
      source: 'tablature',
      message: capo > 0 ? SENTENCES.tuningWithCapo : SENTENCES.tuning,
      values: { strings, capo },
      action: { label: SENTENCES.useTuning, run: () => void get(COMMANDS).execute('tablature.use-tuning') },
    })
  }
  const { view } = get(SONG_FINGERING)
  let isNew = get(SONG_SESSION).view.getState().song !== undefined
  // Not while the page draws the song.
  const look = () => {
    if (!isNew || view.getState().working) return
    isNew = false
    offer()
  }
  scope.add(
    get(EVENTS).on(SONG_OPENED, () => {
      isNew = true
      look()
    }),
  )
  scope.onDispose(view.subscribe(look))
  look()
}
