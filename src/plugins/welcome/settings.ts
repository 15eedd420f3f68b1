/** How far the user has come. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** In the order in which they are shown. */
export const STEPS = ['song', 'notes', 'palette'] as const
export type Step = (typeof STEPS)[number]

const schema = z.object({
  /** Number of steps that are done; all of them where they were skipped. */
  done: z.int().check(z.gte(0), z.lte(STEPS.length)),
})

/** Stored under `<tenant>Welcome`. */
export const welcomeSettings = defineSettings<z.infer<typeof schema>>({
  id: 'Welcome',
  title: 'First steps',
  version: '1',
  schema,
  defaults: { done: 0 },
  fields: [{ id: 'done', hidden: true }],
})
