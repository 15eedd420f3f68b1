import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Frequency of A4, Hz: from baroque pitch to half a step above. */
export const A4 = { least: 415, most: 466 }

const schema = z.object({
  mode: z.enum(['string', 'chromatic']),
  display: z.enum(['needle', 'strobe']),
  handsFree: z.boolean(),
  mutes: z.boolean(),
  a4: z.int().check(z.gte(A4.least), z.lte(A4.most)),
  /** Whether the user has turned the microphone on for the tuner. */
  listens: z.boolean(),
})

export type TunerSettings = z.infer<typeof schema>

export const tunerSettings = defineSettings<TunerSettings>({
  id: 'Tuner',
  title: 'Tuner',
  version: '1',
  schema,
  sync: { local: ['listens'] },
  defaults: {
    ...{ mode: 'string', display: 'needle', handsFree: false, mutes: true, a4: 440, listens: false },
  },
})
