/** What plugins may add to MIDI: checked when they add it, so that a mistake is named and not met in a flood. */
import * as z from 'zod/mini'
import { callable, extensionId } from '../../core/kernel/extensions/extension-shape.js'

export const sourceShape = z.object({ id: extensionId, start: callable })

export const filterShape = z.object({ id: extensionId, accepts: callable })

export const outputShape = z.object({
  id: extensionId,
  name: z.string(),
  manufacturer: z.string(),
  send: callable,
})
