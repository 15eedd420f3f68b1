/** The staves of a part: a track of a fretted instrument has each of its own twice, as notes and as tablature. */
import type { model } from '../../engine.js'

/** As programs count voices: those of the second staff begin at five. */
export const VOICES_PER_STAFF = 4

export interface PartStaff {
  readonly staff: model.Staff
  /** In the part, from 0. */
  readonly number: number
  readonly isTablature: boolean
  /** Of the part, on which chord names and dynamics are. */
  readonly isFirst: boolean
}

export function partStaves({ staves }: Pick<model.Track, 'staves'>): PartStaff[] {
  const kinds = staves.flatMap(staff =>
    (hasTablature(staff) ? [false, true] : [false]).map(kind => ({ staff, kind })),
  )
  return kinds.map(({ staff, kind }, number) => ({ staff, number, isTablature: kind, isFirst: number === 0 }))
}

function hasTablature({ isPercussion, tuning }: model.Staff): boolean {
  return !isPercussion && tuning.length > 0
}
