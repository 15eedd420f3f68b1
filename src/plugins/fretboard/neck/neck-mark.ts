/** A mark over the neck. */
import type { Position } from '../../../core/music/guitar/position.js'

export interface NeckMark extends Position {
  readonly look: 'outline' | 'pin'
  /** A sign or two, for example a finger. */
  readonly label?: string
}
