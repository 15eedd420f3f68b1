import type { Command } from '../commands/command-registry.js'
import { meetingOf } from '../commands/keys/key-clashes.js'
import type { Offered, ShownPage } from '../commands/search/offered.js'
import type { CommandWords } from '../commands/search/palette-search.js'
import { fold, oneTypoApart } from '../commands/search/text-form.js'
import { type ValueList, valueLists } from '../commands/search/value-lists.js'
import { explainWhen, type FalseTerm } from '../commands/when.js'
import type { Platform } from '../platform/ports.js'
import { routesOf } from './contributions.js'
import type { PluginHost } from './plugin-host.js'
import type { PluginState } from './plugin-state.js'
import type { Kernel } from './tokens.js'

export async function paletteWords({ host, log }: Pick<Kernel, 'host' | 'log'>): Promise<CommandWords> {
  const loaders = [
    () => import('../commands/words.json', { with: { type: 'json' } }),
    ...host.manifests.flatMap(({ words }) => words ?? []),
  ]
  const loaded = await Promise.allSettled(loaders.map(async load => (await load()).default))
  const words = loaded.map((outcome): CommandWords => {
    if (outcome.status === 'fulfilled') return outcome.value
    log.warn('Couldn’t load synonyms for commands', outcome.reason)
    return {}
  })
  return Object.assign({}, ...words)
}

export function paletteValues(
  { host, log, commands }: Pick<Kernel, 'host' | 'log' | 'commands'>,
  offered: readonly Offered[],
): Promise<readonly ValueList[]> {
  const isReady = (plugin: string) => (host.state(plugin)?.status ?? 'active') === 'active'
  const failed = (error: unknown) => log.warn('Couldn’t list a command’s values', error)
  return valueLists(offered, commands, isReady, failed)
}

export function pageOf(host: Pick<PluginHost, 'manifests'>, route: unknown): ShownPage | undefined {
  return routesOf(host.manifests).find(({ path }) => path === route)
}

export type NamedCommand = Pick<Command, 'id' | 'title' | 'source'>

export type HiddenReason =
  | { readonly kind: 'unknown'; readonly near: readonly NamedCommand[] }
  | ({ readonly kind: 'plugin'; readonly plugin: string } & Pick<
      PluginState,
      'title' | 'status' | 'code' | 'reason'
    >)
  | { readonly kind: 'condition'; readonly condition: string; readonly terms: readonly FalseTerm[] }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'screen' }
  | { readonly kind: 'key'; readonly key: string; readonly to: NamedCommand; readonly byUser: boolean }

export interface CommandVisibility {
  readonly id: string
  readonly command?: NamedCommand
  readonly offered: boolean
  readonly reasons: readonly HiddenReason[]
}

type Parts = Pick<Kernel, 'commands' | 'host'> & { readonly platform: Pick<Platform, 'host' | 'mac'> }

export function whyIsThisCommandHidden(parts: Parts, id: string): CommandVisibility {
  const command = parts.commands.find(id)
  if (!command) return unregistered(parts, id)
  const reasons = [
    ...pluginReason(parts, command.source),
    ...screenReason(parts, command),
    ...conditionReason(parts, command),
    ...(command.hidden ? [{ kind: 'hidden' } as const] : []),
  ]
  const offered = !reasons.some(({ kind }) => kind === 'condition' || kind === 'hidden')
  return { id, command: named(command), offered, reasons: [...reasons, ...lostKeys(parts, command)] }
}

function unregistered(parts: Parts, id: string): CommandVisibility {
  for (const { id: plugin, contributes } of parts.host.manifests) {
    const contribution = contributes?.commands?.find(each => each.id === id)
    if (!contribution) continue
    const command = { id, title: contribution.title, source: plugin }
    return { id, command, offered: false, reasons: pluginReason(parts, plugin) }
  }
  const ofPlugin = pluginReason(parts, id.split('.')[0] ?? '')
  return { id, offered: false, reasons: [...ofPlugin, { kind: 'unknown', near: nearest(parts, id) }] }
}

function pluginReason({ host }: Parts, plugin: string): HiddenReason[] {
  const state = host.state(plugin)
  if (!state || ['registered', 'activating', 'active'].includes(state.status)) return []
  const { title, status, code, reason } = state
  return [{ kind: 'plugin', plugin, title, status, code, reason }]
}

function screenReason({ platform }: Parts, { needs }: Command): HiddenReason[] {
  return platform.host === 'node' && needs === 'screen' ? [{ kind: 'screen' }] : []
}

function conditionReason({ commands }: Parts, { when: condition }: Command): HiddenReason[] {
  if (!condition) return []
  const context = commands.conditions.getState()
  const terms = explainWhen(condition, key => context[key])
  return terms.length > 0 ? [{ kind: 'condition', condition, terms }] : []
}

function lostKeys({ commands, host, platform }: Parts, command: Command): HiddenReason[] {
  const wanted = host.manifests
    .flatMap(({ contributes }) => contributes?.commands ?? [])
    .find(({ id }) => id === command.id)?.keys
  const lost = (wanted ?? command.defaultKeys).filter(key => !command.keys.includes(key))
  return lost.flatMap(key => {
    const to = commands.all.getState().find(
      other =>
        other.id !== command.id &&
        other.keys.some(each => {
          const kind = meetingOf({ key: each, when: other.when }, { key, when: command.when }, platform.mac)
          return kind === 'full' || kind === 'partial'
        }),
    )
    const byUser =
      commands.keyLayer[command.id] !== undefined || (to && commands.keyLayer[to.id] !== undefined)
    return to ? [{ kind: 'key', key, to: named(to), byUser: byUser === true }] : []
  })
}

function nearest({ commands }: Parts, id: string): NamedCommand[] {
  const wanted = fold(id)
  const last = wanted.split('.').at(-1) ?? wanted
  const all = commands.all.getState()
  const near = [
    ...all.filter(command => oneTypoApart(wanted, fold(command.id))),
    ...all.filter(command => command.id.split('.').at(-1) === last),
    ...all.filter(command => fold(command.title) === wanted),
  ]
  return [...new Set(near)].slice(0, 5).map(named)
}

function named({ id, title, source }: NamedCommand): NamedCommand {
  return { id, title, source }
}
