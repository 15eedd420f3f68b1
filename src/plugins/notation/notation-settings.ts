import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Zoom levels; 1 is the size of printed music. */
export const SCALES = [0.6, 0.75, 0.9, 1.1, 1.4] as const
const USUAL_SCALE = 0.9

export const notationSettings = defineSettings<{ readonly scale: number }>({
  id: 'Notation',
  title: 'Notation',
  version: '1',
  schema: z.object({ scale: z.number().check(z.gte(SCALES[0]), z.lte(1.4)) }),
  defaults: { scale: USUAL_SCALE },
  fields: [{ id: 'scale', hidden: true }],
})
