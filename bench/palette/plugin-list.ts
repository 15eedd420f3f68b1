// Replaces the product's plugin list: adds a plugin with 5,000 commands to the built-in plugins.
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { PLUGINS as OURS } from '../../src/plugins/plugin-list.js'
import { titles } from './titles.js'

const many: PluginManifest = {
  id: 'many',
  version: '1.0.0',
  title: 'Many commands',
  runsIn: ['browser'],
  contributes: { commands: titles().map((title, index) => ({ id: `many.command-${index}`, title })) },
  activateOn: ['command:many.*'],
  load: async () => ({ default: {} }),
}

export const PLUGINS: readonly PluginManifest[] = [...OURS, many]
