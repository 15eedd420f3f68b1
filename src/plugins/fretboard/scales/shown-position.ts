import { type Position, pitchAt } from '../../../core/music/guitar/position.js'
import type { ScalePositionKind } from '../neck/neck-looks.js'
import type { SpelledScale } from './scale.js'
import {
  type PlayableNeck,
  rootOf,
  SCALE_POSITION_PROBLEMS,
  type ScalePosition,
  type ScalePositions,
  scalePitchFrom,
  stepsOf,
} from './scale-position.js'

export interface ShownScalePosition extends ScalePosition {
  readonly kind: Exclude<ScalePositionKind, 'none'>
  readonly index: number
  readonly total: number
}

/** @param wanted any whole number, wrapping around @returns an English sentence if the scale has no positions */
export function scalePositionAt(
  kind: ScalePositionKind,
  wanted: number,
  scale: SpelledScale,
  neck: PlayableNeck,
): ShownScalePosition | string | undefined {
  if (kind === 'none') return undefined
  const found = kind === 'caged' ? caged(scale, neck) : threePerString(scale, neck)
  if ('problem' in found) return SCALE_POSITION_PROBLEMS[found.problem]
  const total = found.positions.length
  const index = ((wanted % total) + total) % total
  const position = found.positions[index]
  return position ? { ...position, kind, index, total } : SCALE_POSITION_PROBLEMS.noRoom
}

const PER_STRING = 3

export function threePerString(scale: SpelledScale, neck: PlayableNeck): ScalePositions {
  const { strings, begins } = neck
  if (stepsOf(scale).length === 0) return { problem: 'noScale' }
  const rises = strings.every((open, index) => index === 0 || open < (strings[index - 1] ?? 0))
  if (!rises || begins?.some(begin => begin > 0)) return { problem: 'reentrant' }
  const lowest = (strings.at(-1) ?? 0) + neck.capo
  const found: ScalePosition[] = []
  let start = scalePitchFrom(lowest, scale)
  for (const _ of stepsOf(scale)) {
    const position = positionFrom(start, scale, neck) ?? positionFrom(start + 12, scale, neck)
    if (position) found.push(position)
    start = scalePitchFrom(start + 1, scale)
  }
  if (found.length === 0) return { problem: 'noRoom' }
  return { positions: found.toSorted((a, b) => lowestFret(a) - lowestFret(b)) }
}

function positionFrom(start: number, scale: SpelledScale, neck: PlayableNeck): ScalePosition | undefined {
  const positions: Position[] = []
  let pitch = start
  for (let string = neck.strings.length; string >= 1; string -= 1) {
    const open = pitchAt(neck, neck.capo, string, 0) ?? 0
    for (let count = 0; count < PER_STRING; count += 1) {
      const fret = pitch - open
      if (fret < 0 || fret > neck.lastFret) return undefined
      positions.push({ string, fret })
      pitch = scalePitchFrom(pitch + 1, scale)
    }
  }
  return { name: scale.notes[start % 12]?.degree ?? '', positions }
}

function lowestFret({ positions }: ScalePosition): number {
  return positions[0]?.fret ?? 0
}

/** Semitones from each string down to the next, string 1 first, as in EADGBE. */
const GAPS = [5, 4, 5, 5, 5]
const REACH = 3

/** Frets of the hand above the root on the sixth string, by form. */
const MAJOR_FORMS = { C: 4, A: 7, G: 9, E: 11, D: 2 }
const MINOR_FORMS = { C: 5, A: 7, G: 10, E: 0, D: 2 }

export function caged(scale: SpelledScale, neck: PlayableNeck): ScalePositions {
  const steps = stepsOf(scale)
  if (steps.length === 0) return { problem: 'noScale' }
  if (!isLikeStandard(neck)) return { problem: 'notCaged' }
  const sixth = (neck.strings[5] ?? 0) + neck.capo
  const root = (rootOf(scale) - (sixth % 12) + 12) % 12
  const forms = steps.includes(3) && !steps.includes(4) ? MINOR_FORMS : MAJOR_FORMS
  const found: { readonly hand: number; readonly position: ScalePosition }[] = []
  for (const [name, above] of Object.entries(forms)) {
    for (const hand of [(root + above) % 12, ((root + above) % 12) + 12]) {
      const positions = positionsUnder(hand, scale, neck)
      if (!positions) continue
      found.push({ hand, position: { name, positions } })
      break
    }
  }
  if (found.length === 0) return { problem: 'noRoom' }
  return { positions: found.sort((a, b) => a.hand - b.hand).map(({ position }) => position) }
}

function isLikeStandard({ strings, begins }: PlayableNeck): boolean {
  const isAtNut = !begins?.some(begin => begin > 0)
  return isAtNut && GAPS.every((gap, index) => (strings[index] ?? 0) - (strings[index + 1] ?? 0) === gap)
}

/** From the lowest string up; `undefined` if a note isn't on the neck. */
function positionsUnder(hand: number, scale: SpelledScale, neck: PlayableNeck): Position[] | undefined {
  const { strings, capo, lastFret } = neck
  const openAt = (string: number) => (strings[string - 1] ?? 0) + capo
  const positions: Position[] = []
  let string = strings.length
  let pitch = scalePitchFrom(openAt(string) + hand, scale)
  for (;;) {
    let fret = pitch - openAt(string)
    while (fret > hand + REACH && string > 1) {
      const next = pitch - openAt(string - 1)
      if (next < Math.max(0, hand - 1)) break
      string -= 1
      fret = next
    }
    if (string === 1 && fret > hand + REACH) return positions
    if (fret < 0 || fret > lastFret) return undefined
    positions.push({ string, fret })
    pitch = scalePitchFrom(pitch + 1, scale)
  }
}
