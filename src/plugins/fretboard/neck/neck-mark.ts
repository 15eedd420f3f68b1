/** A mark over the neck. */
import type { Place } from '../../../core/music/guitar/place.js'

export interface NeckMark extends Place {
  readonly look: 'outline' | 'pin'
  /** A sign or two, for example a finger. */
  readonly label?: string
}
