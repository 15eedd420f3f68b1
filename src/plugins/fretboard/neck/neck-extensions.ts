import * as z from 'zod/mini'
import {
  type CheckedExtensions,
  callable,
  checkedExtensions,
  extensionId,
} from '../../../core/kernel/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { createToken } from '../../../core/platform/token.js'
import { FRETBOARD_PANELS, type FretboardPanel, NECK_LAYERS, type NeckLayer } from '../tokens.js'

interface NeckExtensions {
  readonly layers: CheckedExtensions<NeckLayer>
  readonly panels: CheckedExtensions<FretboardPanel>
}

export const NECK_EXTENSIONS = createToken<NeckExtensions>('fretboard.extensions')

const layerShape = z.object({
  id: extensionId,
  order: z.optional(z.number()),
  marks: z.object({ getState: callable, subscribe: callable }),
})
const panelShape = z.object({
  id: extensionId,
  order: z.optional(z.number()),
  plugin: z.string(),
  screen: z.string(),
  isMusic: z.optional(z.boolean()),
  toggle: z.optional(
    z.object({ command: z.string(), on: z.object({ getState: callable, subscribe: callable }) }),
  ),
})

export function neckExtensions(context: PluginContext): NeckExtensions {
  return {
    layers: checkedExtensions(context, NECK_LAYERS, layerShape),
    panels: checkedExtensions(context, FRETBOARD_PANELS, panelShape),
  }
}
