/** The chosen note on the neck: a pin where it is, outlines where else it could be. */
import type { Position } from '../../core/music/guitar/position.js'
import type { NeckMark } from '../fretboard/tokens.js'

/** @param all places of the note, its own among them */
export function chosenMarks(own: Position | undefined, all: readonly Position[]): readonly NeckMark[] {
  const others = all.filter(position => position.string !== own?.string)
  return [
    ...(own ? [{ ...own, look: 'pin' as const }] : []),
    ...others.map(position => ({ ...position, look: 'outline' as const })),
  ]
}
