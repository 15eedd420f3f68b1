/** A CAGED position spans four frets, and the first finger may reach down one more. */
import type { Position } from '../../../core/music/guitar/position.js'
import type { SpelledScale } from './scale.js'
import {
  type PlayableNeck,
  rootOf,
  type ScalePosition,
  type ScalePositions,
  scalePitchFrom,
  stepsOf,
} from './scale-position.js'

/** Semitones from each string to the one below, string 1 first, as in EADGBE. */
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
