/** Replaces the plugin list in development with `--examples`: adds the examples to the built-in plugins. */
import type { PluginManifest } from '@fretwork/sdk'
import { PLUGINS as BUILT_IN } from '../src/plugins/plugin-list.js'
import { EXAMPLES } from './plugin-list.js'

export const PLUGINS: readonly PluginManifest[] = [...BUILT_IN, ...EXAMPLES]
