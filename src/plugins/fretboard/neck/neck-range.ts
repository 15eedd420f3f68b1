import type { StrungNeck } from '../../../core/music/guitar/position.js'

/** The part of the neck that is shown; frets are counted from the capo. */
export interface NeckRange extends StrungNeck {
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
}
