import { CHORD_SPREAD } from '../song/song-time.js'
import type {
  FingeredNote,
  Fingering,
  HandZone,
  Pin,
  PositionNote,
  Problem,
  SolveOptions,
} from './fingering.js'
import { checkedNeck, fretOn, isBass, type Neck, positionsOn } from './grips.js'
import { type Column, Lattice, type Liking, NO_LIKING, type Zone } from './lattice.js'
import { bassLiking, type Model } from './model.js'
import { type Onset, onsetsOf } from './onsets.js'
import { type PinView, pinViewOf } from './pin-view.js'
import { bestGrip, edgePosteriors, fingeredNote, gripShares } from './posteriors.js'
import { type Surroundings, surroundingsOf } from './surroundings.js'

/**
 * Solves a whole piece. Reports notes that can't be placed or held in `problems`.
 *
 * @throws FretworkError `positions_neck`
 */
export function solve(notes: readonly PositionNote[], options: SolveOptions, model: Model): Fingering {
  const neck = checkedNeck(options)
  const problems: Problem[] = []
  const moved = options.moveOctaves ? movedIntoReach(notes, neck) : undefined
  const played = moved
    ? notes.map((note, index) => ({ ...note, pitch: note.pitch + 12 * (moved[index] ?? 0) }))
    : notes
  const pins = pinsOf(played, neck, options.pinned ?? [], problems)
  const { onsets, unplaced, doubles } = onsetsOf(played, neck, new Map(), pins)
  const bass = isBass(neck)
  const pinView = pinViewOf(onsets, pins)
  const weights = bass ? model.bass : pinView ? model.pinned : model.whole
  const lattice = new Lattice(weights, neck.strings.length)
  lattice.forget(pinView)
  const surroundings = surroundingsOf(onsets, neck, true)
  const liking = bass ? bassLiking(pins.size > 0) : NO_LIKING
  const whole: Way = { onsets, surroundings, lattice, wishes: options.hand ?? [], liking, pinView }
  const positions: FingeredNote[] = notes.map((_, index) => ({
    position: undefined,
    confidence: 0,
    alternatives: [],
    octaves: moved?.[index] ?? 0,
  }))
  for (const [index, reason] of unplaced) problems.push({ kind: reason, notes: [index] })
  for (const { column, posterior } of walk(whole)) {
    const { grips, notes: held, at } = column.onset
    const shares = gripShares(column, posterior)
    const best = bestGrip(grips, shares)
    if (!grips.legal) problems.push({ kind: 'no_legal_grip', notes: [...held], at })
    for (const [i, index] of held.entries()) {
      positions[index] = fingeredNote(grips, shares, best, i, neck, moved?.[index])
    }
  }
  for (const [index, same] of doubles) {
    const shared = positions[same]
    if (shared) positions[index] = { ...shared, octaves: moved?.[index] ?? 0 }
  }
  return { notes: positions, problems }
}

const BATCH_ONSETS = 4096 // four onsets of lookahead decide nearly all cases
const FOLLOWING = 128

interface Way {
  readonly onsets: readonly Onset[]
  readonly surroundings: Surroundings
  readonly lattice: Lattice
  readonly wishes: readonly HandZone[]
  readonly liking: Liking
  readonly pinView: PinView | undefined
}

/** Works in batches to limit memory use. */
function* walk({ onsets, surroundings, lattice, wishes, liking, pinView }: Way): Generator<{
  readonly column: Column
  readonly posterior: Float64Array
}> {
  const { piece } = surroundings
  let waiting: Column[] = []
  let before: Column | undefined
  for (const [t, onset] of onsets.entries()) {
    const around = surroundings.around[t]
    const ages = surroundings.ages[t]
    if (!around || !ages) continue
    const zone = zoneAt(wishes, onset.at)
    before = lattice.step(before?.states, {
      onset,
      around,
      ages,
      piece,
      liking,
      zone,
      reminder: pinView?.reminders[t],
    })
    waiting.push(before)
    if (waiting.length < BATCH_ONSETS + FOLLOWING) continue
    yield* withPosteriors(waiting, BATCH_ONSETS)
    waiting = waiting.slice(BATCH_ONSETS)
  }
  yield* withPosteriors(waiting, waiting.length)
}

function* withPosteriors(columns: readonly Column[], count: number) {
  const posteriors = edgePosteriors(columns)
  for (let t = 0; t < count; t += 1) {
    const column = columns[t]
    const posterior = posteriors[t]
    if (column && posterior) yield { column, posterior }
  }
}

function zoneAt(wishes: readonly HandZone[], at: number): Zone | undefined {
  return wishes.findLast(
    ({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) => at >= from && at < to,
  )
}

function movedIntoReach(notes: readonly PositionNote[], neck: Neck): number[] {
  const isInReach = (pitch: number) => positionsOn(neck, pitch).length > 0
  return notes.map(({ pitch }) => {
    for (let octaves = 0; octaves <= 10; octaves += 1) {
      if (isInReach(pitch + 12 * octaves)) return octaves
      if (isInReach(pitch - 12 * octaves)) return -octaves
    }
    return 0
  })
}

/**
 * @param problems receives impossible pins
 * @returns strings (from 0) by note index
 */
function pinsOf(notes: readonly PositionNote[], neck: Neck, pins: readonly Pin[], problems: Problem[]) {
  const kept = new Map<number, number>()
  for (const { note, string } of pins) {
    const played = notes[note]
    const fret = played && fretOn(neck, string - 1, played.pitch)
    if (!Number.isInteger(fret) || !Number.isFinite(played?.onset))
      problems.push({ kind: 'pin_impossible', notes: [note] })
    else if (kept.has(note) && kept.get(note) !== string - 1)
      problems.push({ kind: 'pin_contradicts', notes: [note] })
    else kept.set(note, string - 1)
  }
  // If two pins use the same string, the first one wins.
  const onsetOf = (note: number) => notes[note]?.onset ?? 0
  const inOrder = [...kept.keys()].sort((a, b) => onsetOf(a) - onsetOf(b) || a - b)
  let began = Number.NEGATIVE_INFINITY
  let taken = new Set<number>()
  for (const note of inOrder) {
    if (onsetOf(note) - began >= CHORD_SPREAD) {
      began = onsetOf(note)
      taken = new Set()
    }
    const string = kept.get(note) ?? 0
    if (taken.has(string)) {
      kept.delete(note)
      problems.push({ kind: 'pin_contradicts', notes: [note] })
    } else taken.add(string)
  }
  return kept
}
