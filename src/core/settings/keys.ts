/** The keys that the user has chosen, by command: they lie over the keys that commands bring. */
import * as z from 'zod/mini'
import { defineSettings } from './section.js'

/** By command id, its bindings; an empty list takes every key from the command. The latest change stands last. */
export type KeyLayer = Readonly<Record<string, readonly string[]>>

const keysSchema = z.object({ keys: z.record(z.string(), z.array(z.string())) })

export const keySettings = defineSettings<{ keys: KeyLayer }>({
  id: 'Keys',
  title: 'Keys',
  version: '1',
  schema: keysSchema as z.ZodMiniType<{ keys: KeyLayer }>,
  defaults: { keys: {} },
  // A screen of their own changes them.
  fields: [{ id: 'keys', hidden: true }],
})
