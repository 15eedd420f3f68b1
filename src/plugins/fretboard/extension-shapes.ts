/** Schemas of what plugins may add to the neck. */
import * as z from 'zod/mini'
import { callable, extensionId } from '../../core/kernel/extensions/extension-shape.js'
import { INSTRUMENTS, openStrings } from '../../core/music/guitar/tunings.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { FEWEST_STRINGS, MOST_STRINGS } from './tunings/tuning-code.js'

export const layerShape = z.object({
  id: extensionId,
  order: z.optional(z.number()),
  marks: z.object({ getState: callable, subscribe: callable }),
})

export const panelShape = z.object({
  id: extensionId,
  order: z.optional(z.number()),
  plugin: z.string(),
  screen: z.string(),
})

export const tuningShape = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  name: z.string().check(z.minLength(1)),
  instrument: z.enum(INSTRUMENTS),
  lowToHigh: z.string().check(
    z.superRefine((text, context) => {
      const wrong = wrongStrings(text)
      if (wrong !== undefined) context.addIssue({ code: 'custom', message: wrong })
    }),
  ),
})

function wrongStrings(lowToHigh: string): string | undefined {
  try {
    const { length } = openStrings(lowToHigh)
    if (length >= FEWEST_STRINGS && length <= MOST_STRINGS) return undefined
    return `${FEWEST_STRINGS} to ${MOST_STRINGS} strings are needed, not ${length}`
  } catch (error) {
    return messageOf(error)
  }
}
