import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { ROOT } from '../support/harness.js'

export const BUS_GLOBAL = 'fretworkBusProbe'

const source = (path: string) => JSON.stringify(join(ROOT, 'src', path))

const TEXTS: Readonly<Record<string, string>> = {
  'bus-probe:list': `
    import { PLUGINS as shipped } from ${source('plugins/plugin-list.ts')}
    import probe from 'bus-probe:manifest'
    export const PLUGINS = [...shipped, probe]`,
  'bus-probe:manifest': `
    import { definePlugin } from ${source('core/kernel/plugin.ts')}
    export default definePlugin({
      id: 'bus-probe', version: '1.0.0', title: 'Bus probe', runsIn: ['browser'],
      load: () => import('bus-probe:runtime'),
    })`,
  // Runs immediately so that it is the first bus listener. Only the neck receives notes earlier.
  'bus-probe:runtime': `
    import { defineRuntime } from ${source('core/kernel/plugin.ts')}
    import { EVENTS } from ${source('core/kernel/tokens.ts')}
    import { MIDI_EVENT } from ${source('plugins/midi-io/tokens.ts')}
    export default defineRuntime({
      activate({ get, scope }) {
        scope.add(get(EVENTS).on(MIDI_EVENT, event => globalThis.${BUS_GLOBAL}?.(event)))
      },
    })`,
}

function withBusProbe(): Plugin {
  return {
    name: 'bench:bus-probe',
    enforce: 'pre',
    resolveId: wanted => {
      if (wanted.endsWith('/plugins/plugin-list.js')) return '\0bus-probe:list'
      return wanted in TEXTS ? `\0${wanted}` : undefined
    },
    load: id => TEXTS[id.slice(1)],
  }
}

export async function buildWithBusProbe(folder: string): Promise<void> {
  process.env.FRETWORK_BUILD = 'app'
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    root: ROOT,
    logLevel: 'error',
    plugins: [withBusProbe()],
    build: { outDir: folder, emptyOutDir: true },
  })
}
