import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, EVENTS, NOTICES } from '../../../core/kernel/tokens.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { createStore, type Disposable, getOrMake } from '../../../core/platform/store.js'
import type { FingeringSolver } from '../../../music/fingering/fingering.js'
import {
  type LowestFrets,
  lowestFrets,
  MAX_FRET,
  type Position,
  type ReachableNeck,
} from '../../../music/guitar/position.js'
import { STANDARD_TUNING } from '../../../music/guitar/tunings.js'
import { SONG_VERSION, type Song, type SongNote } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { NECK_VIEW, type NeckView, SONG_FRETS, SONG_TUNING, WHOLE_NECK } from '../../fretboard/tokens.js'
import type { SessionFingering } from '../session/session-services.js'
import { shownTuning } from '../session/shown-tracks.js'
import {
  PLAYBACK_SETTINGS,
  type ShownNote,
  SONG_OPENED,
  SONG_SESSION,
  type SongFingering,
  type SongFingeringView,
} from '../tokens.js'
import { pinnedNotes, pinnedPositions, placedBy, writtenPositions } from './neck-notes.js'
import { endOfSlice, type PlacedNeck, solveSlice } from './slices.js'

export interface FingeringParts {
  readonly clock: Pick<ClockPort, 'after'>
  readonly neck: () => PlacedNeck
  readonly solver: () => Promise<Pick<FingeringSolver, 'solve'>>
  readonly log: Pick<Logger, 'warn'>
}

/** Number of notes per batch. A batch must block the page for less than the playback look-ahead. */
const SLICE = 800
const PAUSE_MS = 8

const NOTHING: SongFingeringView = {
  by: 'lowest-fret',
  working: false,
  notes: [],
  pins: [],
  idlePins: 0,
  zone: undefined,
  written: 'none',
  frets: undefined,
  unplaced: 0,
  unheld: new Set(),
}
const NOWHERE: LowestFrets = { positionOf: () => undefined, litPositionOf: () => undefined }

export function createFingering(parts: FingeringParts): SessionFingering & Disposable {
  const { clock, neck, solver, log } = parts
  const view = createStore<SongFingeringView>(NOTHING)
  let lowest = NOWHERE
  let solved: readonly (Position | undefined)[] | undefined
  let pinned: ReadonlyMap<number, Position> = new Map()
  let usesWritten = true
  let search = 0
  let timer: Disposable | undefined

  const pause = () =>
    new Promise<void>(resolve => {
      timer = clock.after(PAUSE_MS, resolve)
    })

  const positionOf = (index: number) =>
    pinned.get(index) ?? (solved ? solved[index] : lowest.positionOf(index))

  const find = async (mine: number) => {
    const { notes, zone } = view.getState()
    const now = neck()
    await pause()
    if (mine !== search) return
    const taught = new Map([...pinned].map(([index, { string }]) => [index, string]))
    const all: (Position | undefined)[] = []
    const unheld = new Set<number>()
    const isAllPinned = pinned.size === notes.length
    const loaded = isAllPinned ? undefined : await solver()
    for (let from = 0, end = 0; loaded && from < notes.length; from = end) {
      if (mine !== search) return
      end = endOfSlice(notes, from, SLICE)
      const slice = solveSlice(loaded, { notes, pinned: taught, zone, from, end, neck: now })
      for (const position of slice.positions) all.push(position)
      for (const index of slice.unheld) unheld.add(index)
      await pause()
    }
    if (mine !== search) return
    if (loaded) solved = all
    lowest = lowestFrets(notes, now, pinned)
    const found = await summaryOf(notes.length, mine)
    if (mine !== search) return
    view.setState({ working: false, by: 'positions', unheld, ...found })
  }

  const summaryOf = async (count: number, mine: number) => {
    let from = Number.POSITIVE_INFINITY
    let to = Number.NEGATIVE_INFINITY
    let unplaced = 0
    for (let index = 0; index < count; index += 1) {
      if (index % SLICE === SLICE - 1) await pause()
      if (mine !== search) return undefined
      const fret = positionOf(index)?.fret
      if (fret === undefined) unplaced += 1
      else {
        from = Math.min(from, fret)
        to = Math.max(to, fret)
      }
    }
    return { unplaced, frets: to < from ? undefined : { from, to } }
  }

  const begin = (change: Partial<SongFingeringView>) => {
    search += 1
    timer?.dispose()
    const before = view.getState()
    const { notes, pins, zone } = { ...before, ...change }
    const now = neck()
    const strings = pinnedNotes(notes, pins)
    const byUser = pinnedPositions(notes, strings, now)
    const byFile = writtenPositions(notes, byUser, now)
    pinned = placedBy(byUser, usesWritten ? byFile : new Map())
    const idlePins = strings.size - byUser.size
    const written = byFile.size === 0 ? 'none' : usesWritten ? 'used' : 'ignored'
    const working = notes.length > 0
    const wished = change.pins !== undefined || 'zone' in change || written !== before.written
    if (wished && notes === before.notes) view.setState({ working, pins, idlePins, zone, written })
    else {
      solved = undefined
      lowest = lowestFrets(notes, now)
      view.setState({ ...NOTHING, working, notes, pins, idlePins, zone, written })
    }
    if (!working) return
    const mine = search
    find(mine).catch(async thrown => {
      log.warn('The song has no fingering; showing the lowest frets', thrown)
      if (mine !== search) return
      lowest = lowestFrets(notes, now, pinned)
      const found = await summaryOf(notes.length, mine)
      if (mine === search) view.setState({ working: false, ...found })
    })
  }

  return {
    view,
    positionOf,
    litPositionOf: index => positionOf(index) ?? lowest.litPositionOf(index),
    show: (notes, pins = view.getState().pins) => begin({ notes, pins }),
    setPins: pins => begin({ pins }),
    setZone: zone => begin({ zone }),
    takeWritten(used) {
      if (used === usesWritten) return
      usesWritten = used
      begin({})
    },
    onNeck: (song, transpose) =>
      songOnNeck(transposed(song, transpose ?? 0), { notes: view.getState().notes, positionOf }, neck(), {
        isDrawn: transpose !== undefined,
      }),
    outdated: () => begin({}),
    forget() {
      usesWritten = true
      begin({ notes: [], pins: [], zone: undefined })
    },
    dispose() {
      search += 1
      timer?.dispose()
    },
  }
}

/** Transposes notes and frets. Frets may become negative; key signatures are unchanged. */
function transposed(song: Song, semitones: number): Song {
  if (semitones === 0) return song
  const moved = (note: SongNote) => ({
    ...{ ...note, midi: note.midi + semitones },
    ...(note.fret !== undefined && { fret: note.fret + semitones }),
  })
  const tracks = song.tracks.map(track =>
    track.channel === DRUM_CHANNEL ? track : { ...track, notes: track.notes.map(moved) },
  )
  return { ...song, tracks }
}

/**
 * Adds the neck's positions to the visible tracks of a song. A score track with notes that can't be
 * played on the neck is left unchanged, unless it is the only track drawn. Then only these notes have no position.
 */
export function songOnNeck(
  song: Song,
  { notes, positionOf }: Pick<SongFingering, 'positionOf'> & { readonly notes: readonly ShownNote[] },
  { tuning, capo }: Pick<ReachableNeck, 'tuning' | 'capo'>,
  { isDrawn }: { readonly isDrawn: boolean },
): Song {
  if (notes.length === 0) return song
  const found = new Map<number, Map<number, Pick<SongNote, 'string' | 'fret'>>>()
  for (const [index, { track, note, pitch }] of notes.entries()) {
    const position = positionOf(index)
    // Songs are saved untransposed. Positions of transposed notes don't apply.
    if (song.tracks[track]?.notes[note]?.midi !== pitch) continue
    const own = getOrMake(found, track, () => new Map())
    if (position) own.set(note, { string: position.string, fret: position.fret })
  }
  const tracks = song.tracks.map((track, index) => {
    const positions = found.get(index)
    const isElsewhere = `${track.tuning}` !== `${tuning.strings}` || (track.capo ?? 0) !== capo
    const isPartial = song.score && isElsewhere && positions && positions.size < track.notes.length
    // A score saved for another tuning needs a position for every note.
    if (!positions || (isPartial && !(isDrawn && track.tuning && found.size === 1))) return track
    return {
      ...{ ...track, tuning: [...tuning.strings], capo },
      notes: track.notes.map((note, at) => ({
        ...note,
        ...(positions.get(at) ?? (isPartial && NO_POSITION)),
      })),
    }
  })
  return { ...song, version: SONG_VERSION, tracks }
}

const NO_POSITION = { string: undefined, fret: undefined }

const ALL_FRETS = { fretMin: 0, fretMax: MAX_FRET }
export const USUAL_NECK = { tuning: STANDARD_TUNING, capo: 0, ...ALL_FRETS }

export function fingeringOnTheNeck({ get, find, log }: PluginContext): SessionFingering & Disposable {
  const { options } = get(PLAYBACK_SETTINGS)
  return createFingering({
    clock: get(CLOCK),
    log,
    neck: () => neckOf(find(NECK_VIEW)?.getState(), options.getState().followFrets),
    solver: async () => (await import('../../../music/fingering/solver.js')).solver,
  })
}

function neckOf(view: NeckView | undefined, follow: boolean): PlacedNeck {
  const { tuning, capo, fretMin, fretMax } = view ?? USUAL_NECK
  return { tuning, capo, within: !follow, ...(follow ? ALL_FRETS : { fretMin, fretMax }) }
}

export function followNeck(context: PluginContext, fingering: SessionFingering): void {
  const { get, find, follow, load, scope, log } = context
  const { options, view: playback, setOwnTuning } = get(PLAYBACK_SETTINGS)
  const session = get(SONG_SESSION).view
  const now = () => neckOf(find(NECK_VIEW)?.getState(), options.getState().followFrets)

  let known = now()
  const look = () => {
    const neck = now()
    if (isSameNeck(neck, known)) return
    known = neck
    fingering.outdated()
  }
  const showFrets = () => {
    const frets = options.getState().followFrets ? fingering.view.getState().frets : undefined
    const followed = find(SONG_FRETS)
    const before = followed?.getState()
    if (before?.from !== frets?.from || before?.to !== frets?.to) followed?.setState(frets, true)
  }

  let chosen: { readonly strings: readonly number[]; readonly capo: number } | undefined
  const showTuning = () => {
    const { song, shown } = session.getState()
    const own = song && shownTuning(song, shown)
    const tuning = own?.strings === chosen?.strings ? chosen : own
    const used = !playback.getState().ownTuning
    const store = find(SONG_TUNING)
    const before = store?.getState()
    const isSame =
      before?.strings === tuning?.strings &&
      before?.capo === tuning?.capo &&
      before?.used === (tuning && used)
    if (isSame) return
    const setCapo = (capo: number) => {
      chosen = tuning && { ...tuning, capo }
      showTuning()
    }
    store?.setState(tuning && { ...tuning, used, setCapo, keepOwn: () => setOwnTuning(true) }, true)
  }

  scope.add(
    get(NOTICES).keepsUndos<typeof chosen>({
      ofSong: true,
      now: () => chosen,
      put(before) {
        chosen = before
        showTuning()
      },
    }),
  )

  follow(NECK_VIEW, view => {
    showTuning()
    showFrets()
    look()
    return view?.subscribe(look)
  })
  // Load the neck plugin only once a song is open.
  let wanted = false
  scope.add(
    get(EVENTS).on(SONG_OPENED, () => {
      get(EVENTS).emit(WHOLE_NECK, undefined)
      if (wanted) return
      wanted = true
      load(NECK_VIEW).catch(thrown => log.info('No neck is available to show the song', thrown))
    }),
  )
  scope.onDispose(
    options.subscribe(() => {
      look()
      showFrets()
    }),
  )
  for (const store of [session, playback]) scope.onDispose(store.subscribe(showTuning))
  scope.onDispose(fingering.view.subscribe(showFrets))
  scope.onDispose(() => find(SONG_TUNING)?.setState(undefined, true))
  scope.onDispose(() => find(SONG_FRETS)?.setState(undefined, true))
}

function isSameNeck(a: PlacedNeck, b: PlacedNeck): boolean {
  return (
    a.tuning.strings === b.tuning.strings &&
    a.tuning.begins === b.tuning.begins &&
    a.capo === b.capo &&
    a.fretMin === b.fretMin &&
    a.fretMax === b.fretMax &&
    a.within === b.within
  )
}
