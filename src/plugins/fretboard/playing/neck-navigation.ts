/** Keyboard navigation: arrow keys move in the direction they have on the screen. */
import { type Position, pitchAt } from '../../../core/music/guitar/position.js'
import type { NeckView } from '../tokens.js'

type NavigationRange = Pick<NeckView, 'capo' | 'fretMin' | 'fretMax' | 'leftHanded' | 'nutRight' | 'tuning'>

/** Arrow keys of a vertical neck, as on the same neck lying with its nut on the left. */
const TURNED: Readonly<Record<string, string>> = {
  ArrowRight: 'ArrowUp',
  ArrowLeft: 'ArrowDown',
  ArrowDown: 'ArrowRight',
  ArrowUp: 'ArrowLeft',
}

/**
 * The position a key leads to; the same one at an edge, `undefined` for keys that don't move. Home and End lead to the
 * first and last fret of the string.
 *
 * @param key as in the DOM's KeyboardEvent: `ArrowLeft`
 * @param vertical whether the neck is vertical, with the nut at the top
 */
export function positionAfterKey(
  position: Position,
  key: string,
  view: NavigationRange,
  vertical = false,
): Position | undefined {
  if (vertical) return positionAfterKey(position, TURNED[key] ?? key, { ...view, nutRight: false })
  const towardsBody = view.nutRight ? -1 : 1
  const downwards = view.leftHanded === view.nutRight ? 1 : -1
  switch (key) {
    case 'ArrowRight':
      return along(position, towardsBody, view)
    case 'ArrowLeft':
      return along(position, -towardsBody, view)
    case 'ArrowDown':
      return within({ ...position, string: position.string + downwards }, view)
    case 'ArrowUp':
      return within({ ...position, string: position.string - downwards }, view)
    case 'Home':
      return within({ ...position, fret: view.fretMin }, view)
    case 'End':
      return within({ ...position, fret: view.fretMax }, view)
    default:
      return undefined
  }
}

/** The next position of the string, skipping frets that a short string doesn't have. */
function along(from: Position, step: number, view: NavigationRange): Position {
  let fret = from.fret + step
  while (fret > view.fretMin && fret < view.fretMax && !exists({ ...from, fret }, view)) fret += step
  return exists({ ...from, fret }, view) ? within({ ...from, fret }, view) : from
}

/** The nearest visible position: where the focus goes when range or tuning change. */
export function within({ string, fret }: Position, view: NavigationRange): Position {
  const nearest = {
    string: Math.min(view.tuning.strings.length, Math.max(1, string)),
    fret: Math.min(view.fretMax, Math.max(view.fretMin, fret)),
  }
  if (exists(nearest, view)) return nearest
  // A short string is open below its peg, and its open note is drawn at the peg.
  if (view.fretMin === 0) return { ...nearest, fret: 0 }
  for (let further = nearest.fret + 1; further <= view.fretMax; further += 1) {
    if (exists({ ...nearest, fret: further }, view)) return { ...nearest, fret: further }
  }
  return { ...nearest, string: 1 }
}

function exists({ string, fret }: Position, { tuning, capo }: NavigationRange): boolean {
  return pitchAt(tuning, capo, string, fret) !== undefined
}
