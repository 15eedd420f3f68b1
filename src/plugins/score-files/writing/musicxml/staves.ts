import type { model } from '../../engine.js'

/** Number of voices reserved per staff. The second staff's voices start at 5. */
export const VOICES_PER_STAFF = 4

export interface PartStaff {
  readonly staff: model.Staff
  readonly number: number
  readonly isTablature: boolean
  /** True for the part's first staff, which has the chord names and dynamics. */
  readonly isFirst: boolean
}

/** Returns each staff of a fretted instrument twice: as notation and as tablature. */
export function partStaves({ staves }: Pick<model.Track, 'staves'>): PartStaff[] {
  const kinds = staves.flatMap(staff =>
    (hasTablature(staff) ? [false, true] : [false]).map(kind => ({ staff, kind })),
  )
  return kinds.map(({ staff, kind }, number) => ({ staff, number, isTablature: kind, isFirst: number === 0 }))
}

function hasTablature({ isPercussion, tuning }: model.Staff): boolean {
  return !isPercussion && tuning.length > 0
}
