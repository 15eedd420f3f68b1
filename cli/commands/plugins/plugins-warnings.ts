/** Warnings about manifests: likely mistakes that do not keep a plugin from running. */
import { oneTypoApart } from '../../../src/core/commands/search/typos.js'
import { writtenFor10 } from '../../../src/core/kernel/manifest/external-manifest.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { ICON_NAMES } from '../../../src/core/kernel/manifest/plugin.js'
import type { Finding } from './plugins-finding.js'

/** What all manifests together provide. */
interface Offered {
  readonly tokens: readonly string[]
  readonly routes: readonly string[]
  readonly commands: readonly string[]
}

type Odd = readonly [code: string, message: string]
type Check = (manifest: PluginManifest, offered: Offered) => readonly Odd[]

const CHECKS: readonly Check[] = [
  commandsOf10,
  namesOfOthers,
  tokensOfNobody,
  drawersBesideNothing,
  navigationToNowhere,
  unknownIcons,
  activationByNothing,
  unknownArguments,
  cliWithoutNode,
  alwaysLoaded,
]

/** @param core ids of the tokens and commands that belong to the kernel */
export function manifestWarnings(
  manifests: readonly PluginManifest[],
  core: { readonly tokens: readonly string[]; readonly commands: readonly string[] },
): Finding[] {
  const offered: Offered = {
    tokens: [...core.tokens, ...manifests.flatMap(({ provides = [] }) => provides.map(({ id }) => id))],
    routes: manifests.flatMap(({ contributes }) => (contributes?.routes ?? []).map(({ path }) => path)),
    commands: [
      ...core.commands,
      ...manifests.flatMap(({ contributes }) => (contributes?.commands ?? []).map(({ id }) => id)),
    ],
  }
  return manifests.flatMap(manifest =>
    CHECKS.flatMap(check => check(manifest, offered)).map(([code, message]) => ({
      plugin: manifest.id,
      code,
      message,
    })),
  )
}

function commandsOf10({ id, engine, contributes }: PluginManifest): Odd[] {
  if (!contributes?.commands?.length || !writtenFor10(engine)) return []
  return [
    [
      'engine_old',
      `${id} is written for engine ${engine}. Since 1.1 a command runs without a screen unless it says needs: 'screen'; replace "headless" by that and set engine to "^1.1.0".`,
    ],
  ]
}

function namesOfOthers({ id, provides = [], extensionPoints = [], contributes }: PluginManifest): Odd[] {
  const named = [
    ...provides.map(token => ['token', token.id] as const),
    ...extensionPoints.map(point => ['extension point', point.id] as const),
    ...(contributes?.commands ?? []).map(command => ['command', command.id] as const),
    ...(contributes?.drawers ?? []).map(drawer => ['drawer', drawer.id] as const),
  ]
  return named
    .filter(([, name]) => !name.startsWith(`${id}.`))
    .map(([what, name]) => [
      'name_without_plugin',
      `The ${what} "${name}" of ${id} can clash with one of another plugin; begin it with "${id}.".`,
    ])
}

function tokensOfNobody({ id, optional = [], lazy = [] }: PluginManifest, { tokens }: Offered): Odd[] {
  return [...optional, ...lazy]
    .filter(token => !tokens.includes(token.id))
    .map(token => [
      'token_missing',
      `${id} would use "${token.id}", but no plugin here provides it${nearEnd(token.id, tokens)}`,
    ])
}

function drawersBesideNothing({ id, contributes }: PluginManifest, { routes }: Offered): Odd[] {
  return (contributes?.drawers ?? [])
    .filter(({ on }) => !routes.includes(on))
    .map(drawer => [
      'route_missing',
      `The drawer "${drawer.id}" of ${id} belongs to ${drawer.on}, which no plugin has as a route${nearEnd(drawer.on, routes)}`,
    ])
}

function navigationToNowhere({ id, contributes }: PluginManifest, { routes }: Offered): Odd[] {
  return (contributes?.navigation ?? [])
    .filter(({ path }) => !routes.includes(path))
    .map(({ path }) => [
      'route_missing',
      `The navigation of ${id} leads to ${path}, which no plugin has as a route${nearEnd(path, routes)}`,
    ])
}

function unknownIcons({ id, contributes }: PluginManifest): Odd[] {
  const known: readonly string[] = ICON_NAMES
  return (contributes?.navigation ?? []).flatMap(({ path, icon }) =>
    icon === undefined || known.includes(icon)
      ? []
      : [
          [
            'icon_unknown',
            `The navigation of ${id} to ${path} names the unknown icon "${icon}", which is shown as a dot; use one of ${known.join(', ')}.`,
          ],
        ],
  )
}

function activationByNothing({ id, activateOn = [] }: PluginManifest, offered: Offered): Odd[] {
  const known = { 'route:': offered.routes, 'command:': offered.commands }
  return activateOn.flatMap((event): Odd[] => {
    for (const [kind, names] of Object.entries(known)) {
      if (!event.startsWith(kind)) continue
      const name = event.slice(kind.length)
      const begins = name.endsWith('*') ? name.slice(0, -1) : undefined
      if (names.some(each => (begins === undefined ? each === name : each.startsWith(begins)))) return []
      return [['activation_never', `${id} waits for "${event}", which never happens${nearEnd(name, names)}`]]
    }
    return []
  })
}

function unknownArguments({ id, contributes }: PluginManifest): Odd[] {
  return (contributes?.commands ?? []).flatMap(({ id: command, args, asks = [] }) => {
    const shape: unknown = args && 'shape' in args ? args.shape : undefined
    const known = typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
    return asks
      .filter(ask => !known.includes(ask.id))
      .map(
        (ask): Odd => [
          'argument_unknown',
          `The command "${command}" of ${id} asks for "${ask.id}", which its schema does not know${nearEnd(ask.id, known)}`,
        ],
      )
  })
}

function cliWithoutNode({ id, runsIn, contributes }: PluginManifest): Odd[] {
  if (runsIn.includes('node')) return []
  return (contributes?.commands ?? [])
    .filter(({ cli }) => cli !== undefined)
    .map(command => [
      'cli_without_node',
      `The command "${command.id}" has words for the command line, but ${id} does not run in "node"; add it to runsIn or leave out "cli".`,
    ])
}

function alwaysLoaded({ id, activateOn, contributes, provides = [] }: PluginManifest): Odd[] {
  const waits = (contributes?.commands?.length ?? 0) + (contributes?.routes?.length ?? 0) + provides.length
  if (activateOn !== undefined || waits === 0) return []
  return [
    [
      'loads_at_start',
      `${id} loads its code at every start; name in activateOn what it can wait for, or ["startup"] if it cannot.`,
    ],
  ]
}

/** Shorter names are similar to too many others. */
const SHORTEST_WITH_NEAR = 3

/** The end of a sentence about an unknown name: similar names, or just the full stop. */
export function nearEnd(name: string, known: readonly string[]): string {
  const found = name.length < SHORTEST_WITH_NEAR ? [] : known.filter(each => oneTypoApart(name, each))
  return found.length === 0 ? '.' : `; did you mean ${found.map(each => `"${each}"`).join(' or ')}?`
}
