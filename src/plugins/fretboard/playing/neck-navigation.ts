import { type Position, pitchAt } from '../../../music/guitar/position.js'
import type { NeckView } from '../tokens.js'

type NavigationRange = Pick<NeckView, 'capo' | 'fretMin' | 'fretMax' | 'leftHanded' | 'nutRight' | 'tuning'>

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Returns `undefined` for keys that don't move. @param key `KeyboardEvent.key`, such as `ArrowLeft` */
export function positionAfterKey(position: Position, key: string, view: NavigationRange, vertical = false) {
  if (key === 'Home') return within({ ...position, fret: view.fretMin }, view)
  if (key === 'End') return within({ ...position, fret: view.fretMax }, view)
  const arrow = ARROWS[key]
  if (!arrow) return undefined
  const [right, down] = vertical ? [arrow[1], -arrow[0]] : arrow
  const nutRight = view.nutRight && !vertical
  if (right !== 0) return along(position, nutRight ? -right : right, view)
  const downwards = view.leftHanded === nutRight ? down : -down
  return within({ ...position, string: position.string + downwards }, view)
}

function along(from: Position, step: number, view: NavigationRange): Position {
  let fret = from.fret + step
  while (fret > view.fretMin && fret < view.fretMax && !exists({ ...from, fret }, view)) fret += step
  return exists({ ...from, fret }, view) ? within({ ...from, fret }, view) : from
}

export function within({ string, fret }: Position, view: NavigationRange): Position {
  const nearest = {
    string: Math.min(view.tuning.strings.length, Math.max(1, string)),
    fret: Math.min(view.fretMax, Math.max(view.fretMin, fret)),
  }
  if (exists(nearest, view)) return nearest
  // The open note of a short string is drawn at its peg.
  if (view.fretMin === 0) return { ...nearest, fret: 0 }
  for (let further = nearest.fret + 1; further <= view.fretMax; further += 1) {
    if (exists({ ...nearest, fret: further }, view)) return { ...nearest, fret: further }
  }
  return { ...nearest, string: 1 }
}

function exists({ string, fret }: Position, { tuning, capo }: NavigationRange): boolean {
  return pitchAt(tuning, capo, string, fret) !== undefined
}
