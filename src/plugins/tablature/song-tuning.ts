import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS, EVENTS } from '../../core/kernel/services/tokens.js'
import { positionsOf } from '../../core/music/guitar/position.js'
import { TUNINGS, type Tuning, tuningById } from '../../core/music/guitar/tunings.js'
import type { Song } from '../../core/music/song/song.js'
import { tuningText } from '../../core/music/song/song-summary.js'
import { phrases } from '../../core/platform/phrases.js'
import { NECK_VIEW, type NeckView } from '../fretboard/tokens.js'
import { type ShownNote, SONG_FINGERING, SONG_NOTICES, SONG_OPENED, SONG_SESSION } from '../player/tokens.js'

const SENTENCES = phrases({
  tuning: 'This song uses the tuning {{strings}}.',
  tuningWithCapo: 'This song uses the tuning {{strings}} with a capo on fret {{capo}}.',
  useTuning: 'Use tuning',
})

const STRINGS = { fewest: 3, most: 10 } as const

export function otherTuning(
  { tracks }: Song,
  notes: readonly ShownNote[],
  neck: Pick<NeckView, 'tuning' | 'capo'>,
) {
  if (!tracks.some(({ tuning }) => tuning)) return undefined
  const track = tracks[notes.find(({ written }) => written)?.track ?? -1]
  const { tuning = [], capo = 0 } = track ?? {}
  if (tuning.length < STRINGS.fewest || tuning.length > STRINGS.most) return undefined
  if (`${tuning}` === `${neck.tuning.strings}` && capo === neck.capo) return undefined
  return { strings: tuningText(tuning), capo }
}

export function tuningOfSong({ get }: Pick<PluginContext, 'get'>) {
  const { song } = get(SONG_SESSION).view.getState()
  const { notes } = get(SONG_FINGERING).view.getState()
  return song && otherTuning(song.song, notes, get(NECK_VIEW).getState())
}

/** The positions of the file need its tuning. */
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

/**
 * Finds the built-in tuning with all pitches that changes the lowest string least, then keeps most shapes, then changes
 * the strings least. `undefined` if all are in range, or for no or another tuning.
 *
 * @example fittingTuning([39, 51], { tuning: STANDARD_TUNING, capo: 0 })?.name // 'Half-step down'
 */
export function fittingTuning(
  pitches: Iterable<number>,
  { tuning: { id }, capo }: Pick<NeckView, 'tuning' | 'capo'>,
): Tuning | undefined {
  const present = typeof id === 'number' ? tuningById(id) : undefined
  if (!present) return undefined
  const wanted = [...new Set(pitches)]
  const hasAll = (tuning: Tuning) => wanted.every(pitch => positionsOf(pitch, tuning, { capo }).length > 0)
  if (hasAll(present)) return undefined
  const fitting = TUNINGS.filter(
    tuning =>
      tuning.instrument === present.instrument &&
      tuning.strings.length === present.strings.length &&
      hasAll(tuning),
  )
  return fitting
    .map(tuning => ({ tuning, cost: costOf(tuning, present) }))
    .toSorted((a, b) => a.cost - b.cost)[0]?.tuning
}

const COSTS = { lowest: 10_000, uneven: 500 } as const

function costOf(tuning: Tuning, present: Tuning): number {
  const by = present.strings.map((note, index) => (tuning.strings[index] ?? note) - note)
  const lowest = Math.min(...tuning.strings) - Math.min(...present.strings)
  const sum = by.reduce((all, each) => all + Math.abs(each), 0)
  // A drop tuning keeps the shapes on all other strings.
  const uneven = new Set(by.slice(0, -1)).size - 1
  return Math.abs(lowest) * COSTS.lowest + uneven * COSTS.uneven + sum
}
