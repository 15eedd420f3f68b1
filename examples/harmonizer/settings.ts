/** The interval of the second voice, and the argument of the command that changes it. */
import { defineSettings } from '@fretwork/sdk'
import * as z from 'zod/mini'

/** Negative for a lower voice; 0 turns the voice off. */
const semitones = z.int().check(z.gte(-24), z.lte(24))

export const intervalArgs = z.strictObject({ semitones })
export type IntervalArgs = z.infer<typeof intervalArgs>

export const harmonizerSettings = defineSettings<{ semitones: number }>({
  id: 'Harmonizer',
  title: 'Harmonizer',
  version: '1',
  schema: z.object({ semitones }),
  defaults: { semitones: 0 },
  fields: [
    { id: 'semitones', title: 'Semitones, 0 for no second voice', command: 'harmonizer.set-interval' },
  ],
})
