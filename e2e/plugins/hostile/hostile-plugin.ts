// Type of a hostile plugin: its attack, its code and the expected outcome. No attack may succeed.
import type { PluginJson } from '../../../src/core/contract/external-plugins.js'
import { type Files, packageFiles } from '../../../tests/server/plugins/web-host.js'

export interface HostilePlugin {
  readonly name: string
  readonly tries: string
  /**
   * Body of `setup`. `got(what)` reports a successful attack. `tried(what, run)` reports it if `run`
   * returns a truthy value. `EVIL` is the URL of a collector, which must never receive a request.
   */
  readonly attack?: string
  /** Body of the function that draws the panel. */
  readonly panel?: string
  readonly manifest?: Partial<PluginJson>
  /** Granted permissions, which are also declared in the manifest. */
  readonly allowed?: readonly Exclude<keyof PluginJson['permissions'], 'network'>[]
  /** Error code that stops the plugin, or several codes if it depends on timing. */
  readonly stopped?: string | readonly string[]
  readonly refused?: RegExp
  /** Opens the page with the plugin's panel instead of the fretboard. */
  readonly shown?: true
}

export const ID = 'hostile'
export const SCREEN = '/hostile'

/** Prefixes of log messages. A panel logs `draws` if its attack begins while it is drawn. */
export const SAYS = { begin: 'BEGIN', draws: 'DRAWS', got: 'GOT', done: 'DONE' } as const

const script = ({ attack = '', panel }: HostilePlugin, collector: string): string => `
  const EVIL = ${JSON.stringify(collector)}
  const WS = EVIL.replace('http', 'ws')
  export default {
    async setup(context) {
      const { commands, midi, neck, settings, storage, notify, log } = context
      const got = what => log('${SAYS.got} ' + what)
      const tried = async (what, run) => {
        try {
          const answer = await run()
          if (answer) got(what + ': ' + String(answer).slice(0, 300))
        } catch {}
      }
      commands.add('loop', { title: 'Loop', run() { for (;;); } })
      commands.add('answer', {
        title: 'Answer',
        run: () => JSON.parse('{ "__proto__": { "polluted": true } }'),
      })
      ${panel === undefined ? '' : `context.panel.show(() => { ${panel} }, { on: 'page' })`}
      log('${SAYS.begin}')
      ${attack}
      log('${SAYS.done}')
    },
  }`

/** @param collector URL that must never receive a request */
export function hostilePackage(plugin: HostilePlugin, collector: string): Files {
  const { allowed = [], manifest = {}, panel } = plugin
  return packageFiles(
    {
      ...{ id: ID, title: 'Hostile', entry: 'drone.js' },
      permissions: Object.fromEntries(allowed.map(id => [id, 'To see what it can do.'])),
      ...(panel === undefined ? {} : { panel: { on: 'page' as const } }),
      commands: [
        { id: 'loop', title: 'Loop' },
        { id: 'answer', title: 'Answer' },
      ],
      ...manifest,
    },
    { 'drone.js': script(plugin, collector) },
  )
}
