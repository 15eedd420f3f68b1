/** The places of the shown notes on the neck: by the lowest fret at once, by the positions service when it has found them. */

import type { Place } from '../../core/music/place.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { Logger } from '../../core/platform/logger.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import type { Positions, SolveOptions } from '../positions/tokens.js'
import { lowestFretOf, type ReachableNeck } from './lowest-fret-places.js'
import type { ShownNote, SongPin, SongPlacesKeeper, SongPlacesView } from './tokens/practice.js'

export interface PlacedNeck extends ReachableNeck {
  /** Whether the hand stays within the shown frets where it can; else the neck follows the hand. */
  readonly within: boolean
}

export interface SongPlacesParts {
  readonly clock: Pick<ClockPort, 'after'>
  readonly neck: () => PlacedNeck
  /** The service, where there is one. */
  readonly positions: () => Promise<Pick<Positions, 'solve'> | undefined>
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Notes that are solved at a time: a page that plays must not stand still for longer than it is ahead of the sound.
 * What lies around them is solved with them, so that the seam is not heard: onsets further away change nothing.
 */
const SLICE = 800
const AROUND = 48
/** Between two slices, in milliseconds: the page may want to draw. */
const PAUSE_MS = 8

const NOTHING: SongPlacesView = { by: 'lowest-fret', working: false, notes: [], pins: [], frets: undefined }

export function createSongPlaces(parts: SongPlacesParts): SongPlacesKeeper & Disposable {
  const { clock, neck, positions, log } = parts
  const view = createStore<SongPlacesView>(NOTHING)
  let lowest: (index: number) => Place | undefined = () => undefined
  let solved: readonly (Place | undefined)[] | undefined
  /** A search that is not the latest is given up. */
  let search = 0
  let timer: Disposable | undefined

  const pause = () =>
    new Promise<void>(resolve => {
      timer = clock.after(PAUSE_MS, resolve)
    })

  const placeOf = (index: number) => solved?.[index] ?? lowest(index)

  const find = async (mine: number) => {
    const { notes, pins } = view.getState()
    const now = neck()
    await pause()
    if (mine !== search) return
    const service = notes.length > 0 && !now.tuning.begins ? await positions() : undefined
    const places: (Place | undefined)[] = []
    for (let from = 0; service && from < notes.length; from += SLICE) {
      if (mine !== search) return
      for (const place of solveSlice(service, { notes, pins, from, neck: now })) places.push(place)
      await pause()
    }
    if (mine !== search) return
    if (service) solved = places
    const frets = await fretsOf(notes.length, mine)
    if (mine !== search) return
    view.setState({ working: false, by: service ? 'positions' : 'lowest-fret', frets })
  }

  const fretsOf = async (count: number, mine: number) => {
    let from = Number.POSITIVE_INFINITY
    let to = Number.NEGATIVE_INFINITY
    for (let index = 0; index < count; index += 1) {
      if (index % SLICE === SLICE - 1) await pause()
      if (mine !== search) return undefined
      const fret = placeOf(index)?.fret
      if (fret === undefined) continue
      from = Math.min(from, fret)
      to = Math.max(to, fret)
    }
    return to < from ? undefined : { from, to }
  }

  const begin = (change: Partial<SongPlacesView>) => {
    search += 1
    timer?.dispose()
    const { notes, pins } = { ...view.getState(), ...change }
    solved = undefined
    lowest = lowestFretOf(notes, neck())
    const working = notes.length > 0
    view.setState({ by: 'lowest-fret', working, notes, pins, frets: undefined })
    if (!working) return
    const mine = search
    find(mine).catch(thrown => {
      log.warn('No positions were found for the song; the lowest frets are shown', thrown)
      if (mine === search) view.setState({ working: false })
    })
  }

  return {
    view,
    placeOf,
    show: (notes, pins = view.getState().pins) => begin({ notes, pins }),
    setPins: pins => begin({ pins }),
    outdated: () => begin({}),
    dispose() {
      search += 1
      timer?.dispose()
    },
  }
}

interface Slice {
  readonly notes: readonly ShownNote[]
  readonly pins: readonly SongPin[]
  readonly from: number
  readonly neck: PlacedNeck
}

/** The places of the notes from an index on, as many as a slice has. */
function solveSlice(
  service: Pick<Positions, 'solve'>,
  { notes, pins, from, neck }: Slice,
): readonly (Place | undefined)[] {
  const first = Math.max(0, from - AROUND)
  const around = notes.slice(first, from + SLICE + AROUND)
  const strings = new Map(pins.map(({ track, note, string }) => [`${track}:${note}`, string]))
  const pinned = around.flatMap(({ track, note }, index) => {
    const string = strings.get(`${track}:${note}`)
    return string === undefined ? [] : [{ note: index, string }]
  })
  const { tuning, capo, fretMin, fretMax, within } = neck
  const options: SolveOptions = {
    tuning,
    capo,
    pinned,
    ...(within && { hand: [{ low: fretMin, high: fretMax }] }),
  }
  const { places } = service.solve(around, options)
  return places.slice(from - first, from - first + SLICE).map(({ place }) => place)
}
