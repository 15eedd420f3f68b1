/** Which place the arrow keys lead to: what is to the right on the screen is to the right for the keys. */
import { type Position, pitchAt } from '../../../core/music/guitar/position.js'
import type { NeckView } from '../tokens.js'

export type NavigationRange = Pick<
  NeckView,
  'capo' | 'fretMin' | 'fretMax' | 'leftHanded' | 'nutRight' | 'tuning'
>

/** Where the arrow keys of a standing neck lead on the same neck lying with its nut on the left. */
const TURNED: Readonly<Record<string, string>> = {
  ArrowRight: 'ArrowUp',
  ArrowLeft: 'ArrowDown',
  ArrowDown: 'ArrowRight',
  ArrowUp: 'ArrowLeft',
}

/**
 * The place that a key leads to from `place`, or `undefined` for a key that does not move. At an edge the place
 * stays. Home and End lead to the first and last fret of the string.
 *
 * @param key the name of the DOM's KeyboardEvent, for example `ArrowLeft`
 * @param vertical the orientation is vertical, with the nut on top
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

/** The next place of the string in a direction, over the frets that a short string does not have. */
function along(from: Position, step: number, view: NavigationRange): Position {
  let fret = from.fret + step
  while (fret > view.fretMin && fret < view.fretMax && !isPlace({ ...from, fret }, view)) fret += step
  return isPlace({ ...from, fret }, view) ? within({ ...from, fret }, view) : from
}

/** The nearest place that is shown: where the focus goes when the range or the tuning changes. */
export function within({ string, fret }: Position, view: NavigationRange): Position {
  const nearest = {
    string: Math.min(view.tuning.strings.length, Math.max(1, string)),
    fret: Math.min(view.fretMax, Math.max(view.fretMin, fret)),
  }
  if (isPlace(nearest, view)) return nearest
  // Up to its peg a short string is open, and that is where the open note is drawn.
  if (view.fretMin === 0) return { ...nearest, fret: 0 }
  for (let further = nearest.fret + 1; further <= view.fretMax; further += 1) {
    if (isPlace({ ...nearest, fret: further }, view)) return { ...nearest, fret: further }
  }
  return { ...nearest, string: 1 }
}

function isPlace({ string, fret }: Position, { tuning, capo }: NavigationRange): boolean {
  return pitchAt(tuning, capo, string, fret) !== undefined
}
