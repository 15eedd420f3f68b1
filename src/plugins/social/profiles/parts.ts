/** Validates the screens that plugins add to pages about people. */
import * as z from 'zod/mini'
import { type CheckedExtensions, checkedExtensions } from '../../../core/kernel/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { createToken } from '../../../core/platform/token.js'
import { PEOPLE_PARTS, type PeoplePart } from '../tokens.js'

export const PARTS = createToken<CheckedExtensions<PeoplePart>>('social.parts')

const partShape = z.object({
  id: z.string(),
  slot: z.enum(['profile', 'following']),
  plugin: z.string(),
  screen: z.string(),
})

export const partsOf = (context: PluginContext) => checkedExtensions(context, PEOPLE_PARTS, partShape)
