// A hundred plugins that do nothing until their command runs, and the built app with them in its list.
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { ROOT } from '../support/harness.js'

export const IDLE_PLUGINS = 100

/** Where the page keeps the plugin host for the measurement, once the fretboard is open. */
export const HOST_GLOBAL = 'fretworkHost'

const source = (path: string) => JSON.stringify(join(ROOT, 'src', path))

/** As manifests are: two commands, a settings section and a screen of its own, and code that waits for a command. */
const idleManifest = (id: string) => `
  import * as z from 'zod/mini'
  import { definePlugin } from ${source('core/kernel/manifest/plugin.ts')}
  const args = z.strictObject({ key: z.int().check(z.gte(0), z.lte(11)) })
  export default definePlugin({
    id: '${id}',
    version: '1.0.0',
    engine: '^1.0.0',
    title: 'Backing ${id}',
    description: 'Plays along in the style ${id}.',
    runsIn: ['browser'],
    contributes: {
      settings: [{
        id: '${id}',
        title: 'Backing ${id}',
        version: '1',
        schema: z.strictObject({ beats: z.int().check(z.gte(1), z.lte(16)), swing: z.boolean(), bass: z.string() }),
        defaults: { beats: 4, swing: false, bass: 'root' },
      }],
      routes: [{ path: '/${id}', title: 'Backing ${id}', screen: 'Page', auth: true }],
      commands: [
        { id: '${id}.start', title: 'Start the backing ${id}', when: 'loggedIn' },
        { id: '${id}.transpose', title: 'Transpose the backing ${id}', args, when: 'loggedIn' },
      ],
    },
    activateOn: ['command:${id}.*'],
    load: () => import('idle:runtime/${id}'),
  })`

const idleRuntime = (id: string) => `
  import { defineRuntime } from ${source('core/kernel/manifest/plugin.ts')}
  export default defineRuntime({
    commands: { '${id}.start': () => '${id}', '${id}.transpose': (_, { key }) => key },
    screens: { Page: async () => ({ default: () => null }) },
    activate: ({ scope }) => scope.add({ dispose() {} }),
  })`

/** Hands the host to the measurement, since nothing of the product does. */
const PROBE_MANIFEST = `
  import { definePlugin } from ${source('core/kernel/manifest/plugin.ts')}
  export default definePlugin({
    id: 'probe', version: '1.0.0', engine: '^1.0.0', title: 'Probe', runsIn: ['browser'],
    activateOn: ['route:/fretboard'],
    load: () => import('idle:probe-runtime'),
  })`

const PROBE_RUNTIME = `
  import { defineRuntime } from ${source('core/kernel/manifest/plugin.ts')}
  import { PLUGINS } from ${source('core/kernel/services/tokens.ts')}
  export default defineRuntime({
    activate({ get }) { globalThis.${HOST_GLOBAL} = get(PLUGINS) },
  })`

function longList(): string {
  const numbers = Array.from({ length: IDLE_PLUGINS }, (_, index) => index)
  return `
    import { PLUGINS as shipped } from ${source('plugins/plugin-list.ts')}
    import probe from 'idle:probe'
    ${numbers.map(number => `import idle${number} from 'idle:manifest/idle-${number}'`).join('\n')}
    export const PLUGINS = [...shipped, ${numbers.map(number => `idle${number}`).join(', ')}, probe]`
}

function textOf(module: string): string | undefined {
  const [, kind, id = ''] = /^idle:([a-z-]+)(?:\/(.+))?$/.exec(module) ?? []
  const texts: Readonly<Record<string, () => string>> = {
    list: longList,
    manifest: () => idleManifest(id),
    runtime: () => idleRuntime(id),
    probe: () => PROBE_MANIFEST,
    'probe-runtime': () => PROBE_RUNTIME,
  }
  return texts[kind ?? '']?.()
}

function withIdlePlugins(): Plugin {
  return {
    name: 'bench:idle-plugins',
    enforce: 'pre',
    resolveId: wanted => {
      if (wanted.endsWith('/plugins/plugin-list.js')) return '\0idle:list'
      return wanted.startsWith('idle:') ? `\0${wanted}` : undefined
    },
    load: id => (id.startsWith('\0idle:') ? textOf(id.slice(1)) : undefined),
  }
}

/** Builds the app with them into `folder`. Everything else is as in the product. */
export async function buildWithIdlePlugins(folder: string): Promise<void> {
  process.env.FRETWORK_BUILD = 'app'
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    root: ROOT,
    logLevel: 'error',
    plugins: [withIdlePlugins()],
    build: { outDir: folder, emptyOutDir: true },
  })
}
