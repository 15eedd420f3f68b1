/** Which place the arrow keys lead to: what is to the right on the screen is to the right for the keys. */
import type { Place } from '../../core/music/place.js'
import type { NeckView } from './tokens.js'

export type NavigationRange = Pick<NeckView, 'fretMin' | 'fretMax' | 'leftHanded' | 'nutRight' | 'tuning'>

/**
 * The place that a key leads to from `place`, or `undefined` for a key that does not move. At an edge the place
 * stays. Home and End lead to the first and last fret of the string.
 *
 * @param key the name of the DOM's KeyboardEvent, for example `ArrowLeft`
 */
export function placeAfterKey(place: Place, key: string, view: NavigationRange): Place | undefined {
  const towardsBody = view.nutRight ? -1 : 1
  const downwards = view.leftHanded === view.nutRight ? 1 : -1
  switch (key) {
    case 'ArrowRight':
      return within({ ...place, fret: place.fret + towardsBody }, view)
    case 'ArrowLeft':
      return within({ ...place, fret: place.fret - towardsBody }, view)
    case 'ArrowDown':
      return within({ ...place, string: place.string + downwards }, view)
    case 'ArrowUp':
      return within({ ...place, string: place.string - downwards }, view)
    case 'Home':
      return within({ ...place, fret: view.fretMin }, view)
    case 'End':
      return within({ ...place, fret: view.fretMax }, view)
    default:
      return undefined
  }
}

/** The nearest place that is shown: where the focus goes when the range or the tuning changes. */
export function within({ string, fret }: Place, view: NavigationRange): Place {
  return {
    string: Math.min(view.tuning.strings.length, Math.max(1, string)),
    fret: Math.min(view.fretMax, Math.max(view.fretMin, fret)),
  }
}
