/** In development with `--examples`, this stands in the place of the plugin list: those that ship, then the examples. */
import type { PluginManifest } from '@fretwork/sdk'
import { PLUGINS as SHIPPED } from '../src/plugins/plugin-list.js'
import { EXAMPLES } from './plugin-list.js'

export const PLUGINS: readonly PluginManifest[] = [...SHIPPED, ...EXAMPLES]
