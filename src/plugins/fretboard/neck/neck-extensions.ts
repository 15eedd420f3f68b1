import { type GuardedExtensions, guardedExtensions } from '../../../core/kernel/guarded-extensions.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { createToken } from '../../../core/platform/token.js'
import { FRETBOARD_PANELS, type FretboardPanel, NECK_LAYERS, type NeckLayer } from '../tokens.js'

interface NeckExtensions {
  readonly layers: GuardedExtensions<NeckLayer>
  readonly panels: GuardedExtensions<FretboardPanel>
}

export const NECK_EXTENSIONS = createToken<NeckExtensions>('fretboard.extensions')

export function neckExtensions(context: PluginContext): NeckExtensions {
  return {
    layers: guardedExtensions(context, NECK_LAYERS),
    panels: guardedExtensions(context, FRETBOARD_PANELS),
  }
}
