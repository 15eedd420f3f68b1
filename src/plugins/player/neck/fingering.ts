import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { createStore, type Disposable, getOrMake } from '../../../core/platform/store.js'
import type { FingeringSolver, HandZone, SolveOptions } from '../../../music/fingering/fingering.js'
import type { Position } from '../../../music/guitar/position.js'
import { SONG_VERSION, type Song, type SongNote } from '../../../music/song/song.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { TOGETHER } from '../../../music/song/song-time.js'
import type { SessionFingering } from '../internal-tokens.js'
import type { ShownNote, SongFingering, SongFingeringView, SongZone } from '../tokens.js'
import {
  type LowestFrets,
  lowestFrets,
  pinnedNotes,
  pinnedPositions,
  placedBy,
  type ReachableNeck,
  writtenPositions,
} from './positions.js'

export interface PlacedNeck extends ReachableNeck {
  /** Whether the hand stays within the visible frets; otherwise the neck follows the hand. */
  readonly within: boolean
}

export interface FingeringParts {
  readonly clock: Pick<ClockPort, 'after'>
  readonly neck: () => PlacedNeck
  readonly solver: () => Promise<Pick<FingeringSolver, 'solve'>>
  readonly log: Pick<Logger, 'warn'>
}

/** Notes per batch. Solving a batch must block the page for less than the playback look-ahead. */
const SLICE = 800
/** Pause between batches in ms, so that the page can paint. */
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

interface Slice {
  readonly notes: readonly ShownNote[]
  readonly pinned: ReadonlyMap<number, number>
  readonly zone: SongZone | undefined
  readonly from: number
  readonly end: number
  readonly neck: PlacedNeck
}

function solveSlice(
  { solve }: Pick<FingeringSolver, 'solve'>,
  { notes, pinned: strings, zone, from, end: to, neck }: Slice,
) {
  const indices = notesToSolve(notes, from, to - from, [...strings.keys()])
  const pinned = indices.flatMap((index, note) => {
    const string = strings.get(index)
    return string === undefined ? [] : [{ note, string }]
  })
  const { tuning, capo, fretMin, fretMax, within } = neck
  const hand: HandZone[] = []
  if (within) hand.push({ low: fretMin, high: fretMax })
  if (zone) hand.push({ low: zone.from, high: zone.to })
  const options: SolveOptions = { tuning, capo, pinned, ...(hand.length > 0 && { hand }) }
  const { notes: found, problems } = solve(
    indices.flatMap(index => notes[index] ?? []),
    options,
  )
  const first = indices.indexOf(from)
  const end = first + to - from
  return {
    positions: found.slice(first, end).map(({ position }) => position),
    /** Indices of notes that no hand can hold together. */
    unheld: problems
      .filter(({ kind }) => kind === 'no_legal_grip')
      .flatMap(problem => problem.notes.filter(note => note >= first && note < end))
      .flatMap(note => indices[note] ?? []),
  }
}

/** Transposes notes and frets. Key signatures are unchanged; frets may become negative. */
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
 * Adds the neck's positions to the shown tracks of a song. If the neck lacks some notes of a score track,
 * the track is unchanged, unless it is the only one drawn: then only those notes lose their position.
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
    // Songs are saved untransposed, so positions of transposed notes don't apply.
    if (song.tracks[track]?.notes[note]?.midi !== pitch) continue
    const own = getOrMake(found, track, () => new Map())
    if (position) own.set(note, { string: position.string, fret: position.fret })
  }
  const tracks = song.tracks.map((track, index) => {
    const positions = found.get(index)
    const isElsewhere = `${track.tuning}` !== `${tuning.strings}` || (track.capo ?? 0) !== capo
    const isPartial = song.score && isElsewhere && positions && positions.size < track.notes.length
    // A score saved with another tuning needs a position for every note.
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

/**
 * Extra notes solved on either side of a batch for a smooth
 * transition. Pins have influence from farther away.
 */
const AROUND = 48
/** Extra notes on either side of a pinned note, and their total limit, nearest first. */
const AROUND_PIN = 4
const MOST_TAUGHT = 400

function endOfSlice(notes: readonly { readonly onset: number }[], from: number, size: number): number {
  let end = Math.min(notes.length, from + size)
  const last = notes[end - 1]?.onset ?? 0
  while (end < notes.length && (notes[end]?.onset ?? 0) - last < TOGETHER) end += 1
  return end
}

/**
 * Returns indices of the notes to solve for a batch, ascending and contiguous within the batch.
 *
 * @param pinned note indices, ascending
 */
function notesToSolve(
  notes: readonly { readonly onset: number }[],
  from: number,
  size: number,
  pinned: readonly number[],
): readonly number[] {
  const first = Math.max(0, from - AROUND)
  const end = Math.min(notes.length, from + size + AROUND)
  const before = taught(
    notes,
    pinned.slice(0, firstNotBelow(pinned, first)).reverse(),
    index => index < first,
  )
  const after = taught(notes, pinned.slice(firstNotBelow(pinned, end)), index => index >= end)
  const within = Array.from({ length: end - first }, (_, index) => first + index)
  return [...before, ...within, ...after]
}

/** Adds complete onsets around pins, nearest first; incomplete chords would mislead the solver. */
function taught(
  notes: readonly { readonly onset: number }[],
  pinned: readonly number[],
  isOutside: (index: number) => boolean,
): readonly number[] {
  const taken = new Set<number>()
  const onsetOf = (index: number) => notes[index]?.onset
  for (const index of pinned) {
    if (taken.size >= MOST_TAUGHT) break
    let low = index - AROUND_PIN
    let high = index + AROUND_PIN
    while (onsetOf(low - 1) !== undefined && onsetOf(low - 1) === onsetOf(low)) low -= 1
    while (onsetOf(high + 1) !== undefined && onsetOf(high + 1) === onsetOf(high)) high += 1
    for (let each = low; each <= high; each += 1) {
      if (isOutside(each) && onsetOf(each) !== undefined) taken.add(each)
    }
  }
  return [...taken].sort((a, b) => a - b)
}
