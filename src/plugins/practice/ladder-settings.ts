import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'
import { TEMPO } from '../player/tokens.js'

const percent = z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))
const passes = z.int().check(z.gte(1), z.lte(10))

const ladderSchema = z.object({
  on: z.boolean(),
  /** Percent of the song's tempo. */
  from: percent,
  to: percent,
  step: z.int().check(z.gte(1), z.lte(25)),
  clean: passes,
  failed: passes,
  /** Percent of right notes in a clean pass. */
  accuracy: z.int().check(z.gte(50), z.lte(100)),
})

export type LadderSettings = z.infer<typeof ladderSchema>

export const ladderSettings = defineSettings<LadderSettings>({
  id: 'Ladder',
  title: 'Tempo ladder',
  version: '1',
  schema: ladderSchema,
  defaults: { on: false, from: 60, to: 100, step: 5, clean: 2, failed: 3, accuracy: 95 },
  fields: [
    { id: 'on', hidden: true },
    { id: 'from', title: 'Lowest tempo', unit: '%' },
    { id: 'to', title: 'Highest tempo', unit: '%' },
    { id: 'step', title: 'Step', unit: '%' },
    { id: 'clean', title: 'Clean passes to go up' },
    { id: 'failed', title: 'Failed passes to go down' },
    { id: 'accuracy', title: 'A pass is clean with', unit: '%' },
  ],
})
