import type { ArgumentChoice, ChoiceRequest, CommandContribution } from '../commands/command.js'
import type { CommandControl } from '../commands/command-runs.js'
import type { CommandWords } from '../commands/search/palette-search.js'
import type { Permissions } from '../permissions/permissions.js'
import type { ServiceClass } from '../platform/inject.js'
import type { Logger } from '../platform/ports.js'
import type { Scope } from '../platform/scope.js'
import type { Disposable } from '../platform/store.js'
import type { ExtensionPoint, Token } from '../platform/token.js'
import type { SettingsSection } from '../settings/section.js'

export type AnyToken = Token<unknown>

export interface RouteContribution {
  readonly path: string
  readonly title: string
  readonly screen: string
  readonly auth?: boolean
  /** Path of a page whose sidebar panels and commands this page shows to guests. */
  readonly standsFor?: string
  /** Command ids that the palette lists first on this page before the user types. */
  readonly offers?: readonly string[]
  /** Keys that the screen handles itself, listed in the overview of keyboard shortcuts. */
  readonly keys?: readonly { readonly title: string; readonly keys: readonly string[] }[]
}

export interface DrawerContribution {
  readonly id: string
  /** `bottom` docks the panel at the bottom of the page, without its title. */
  readonly side: 'left' | 'right' | 'bottom'
  readonly on: string
  readonly title: string
  readonly screen: string
  readonly order?: number
  readonly when?: string
}

export type IconName =
  | ('guitar' | 'music' | 'progress' | 'people' | 'profile' | 'subscription' | 'settings')
  | ('shared' | 'homework' | 'setlist' | 'keys' | 'security' | 'sync' | 'midi' | 'plugins' | 'admin')

export interface NavigationContribution {
  readonly path: string
  readonly title: string
  /** Default: a dot. */
  readonly icon?: IconName
  readonly group?: string
  readonly order?: number
  readonly when?: string
  /** Path of the page on which this page is a tab. */
  readonly tabOf?: string
  /** Excludes the page from navigation. Only the palette and the settings list it. */
  readonly unlisted?: boolean
}

export interface Contributions {
  readonly header?: readonly { readonly id: string; readonly screen: string }[]
  readonly settings?: readonly SettingsSection[]
  readonly routes?: readonly RouteContribution[]
  readonly drawers?: readonly DrawerContribution[]
  readonly navigation?: readonly NavigationContribution[]
  readonly commands?: readonly CommandContribution[]
}

export type ActivationEvent = 'startup' | `route:${string}` | `command:${string}` | `event:${string}`

export type Locale = { default: Record<string, string> }

export interface PluginManifest {
  readonly id: string
  /** Former plugin ids. Commands, tokens and settings may still use them. */
  readonly formerly?: readonly string[]
  readonly version: string
  readonly title: string
  readonly description?: string
  readonly runsIn: readonly ('browser' | 'node')[]
  /** Required services; their providers are activated first. */
  readonly requires?: readonly AnyToken[]
  /** Optional services, used if available. The providers are not activated. */
  readonly optional?: readonly AnyToken[]
  /** Services loaded on demand: `load(token)` activates the provider. */
  readonly lazy?: readonly AnyToken[]
  readonly provides?: readonly AnyToken[]
  readonly extensionPoints?: readonly ExtensionPoint<unknown>[]
  readonly contributes?: Contributions
  /** Required permissions, with the reasons shown to the user. */
  readonly permissions?: Permissions
  /** Activation events; default: `['startup']`. */
  readonly activateOn?: readonly ActivationEvent[]
  readonly origin?: string
  /** `apart` runs the plugin in a sandbox with only the granted permissions. Default: `page`. */
  readonly runs?: 'page' | 'apart'
  /** Code size in bytes; set for external plugins only. */
  readonly size?: number
  readonly locked?: boolean
  /** Search synonyms by command id and language; loaded with the palette. */
  readonly words?: () => Promise<{ default: CommandWords }>
  /** Translations by language, except English. */
  readonly locales?: Readonly<Record<string, () => Promise<Locale>>>
  readonly load: () => Promise<{ default: PluginRuntime }>
}

export type Provider =
  | { readonly token: AnyToken; readonly useClass: ServiceClass<unknown> }
  | { readonly token: AnyToken; readonly useFactory: (context: PluginContext) => unknown }

/**
 * Provides a new instance of a class each time the plugin is activated: `provide(MIDI_INPUT, WebMidiInput)`.
 */
export function provide<T>(token: Token<T>, useClass: ServiceClass<NoInfer<T>>): Provider {
  return { token, useClass }
}

/** Provides a service created by a function, which receives the plugin context. */
export function provideFactory<T>(
  token: Token<T>,
  useFactory: (context: PluginContext) => NoInfer<T>,
): Provider {
  return { token, useFactory }
}

export interface PluginContext {
  get<T>(token: Token<T>): T
  find<T>(token: Token<T>): T | undefined
  load<T>(token: Token<T>): Promise<T>
  /**
   * Subscribes to an optional or lazy service without activating its provider. The listener receives
   * `undefined` while the service is unavailable.
   * @param listener may return a cleanup function, called before the next change and when this plugin stops
   */
  follow<T>(token: Token<T>, listener: (service: T | undefined) => undefined | (() => void)): void
  extend<T>(point: ExtensionPoint<T>, item: T): Disposable
  extensions<T>(point: ExtensionPoint<T>): readonly T[]
  /** Everything added to the scope is disposed of when the plugin stops. */
  readonly scope: Scope
  readonly log: Logger
}

export interface CommandContext extends PluginContext, CommandControl {
  readonly signal: AbortSignal
}

export type CommandHandler = (context: CommandContext, args: never) => unknown

/** Lists choices that change at run time. If this is slow, set `onlyAsked` or `searched` on the argument. */
export type ChoiceLister = (
  context: PluginContext,
  asked: ChoiceRequest,
) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>

export interface PluginRuntime {
  readonly providers?: readonly Provider[]
  readonly commands?: Readonly<Record<string, CommandHandler>>
  readonly choices?: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>>
  readonly screens?: Readonly<Record<string, () => Promise<{ default: unknown }>>>
  activate?(context: PluginContext): unknown
}

/** `commandsWhen` applies to all commands. */
export interface PluginDefinition extends Omit<PluginManifest, 'contributes'> {
  readonly contributes?: Omit<Contributions, 'commands'> & {
    readonly commandsWhen?: string
    readonly commands?: readonly CommandDefinition[]
  }
}

/** With `commandsWhen: false`, only the command's own `when` applies. */
export type CommandDefinition = CommandContribution & { readonly commandsWhen?: false }

/** Fields shared by all built-in plugins. */
export const BUILT_IN = { version: '1.0.0', runsIn: ['browser', 'node'] } as const

/** Wraps translations that are part of the main bundle. */
export const inPage = (words: Locale['default']) => async (): Promise<Locale> => ({ default: words })

/** Defines a plugin manifest. It is available before the plugin's code is loaded. */
export function definePlugin({ contributes, ...manifest }: PluginDefinition): PluginManifest {
  if (contributes?.commands === undefined) return { ...manifest, contributes }
  const { commandsWhen, ...rest } = contributes
  const commands = contributes.commands.map(({ commandsWhen: shared, ...command }) =>
    shared === false ? command : { ...command, when: bothHold(commandsWhen, command.when) },
  )
  return { ...manifest, contributes: { ...rest, commands } }
}

/** @example bothHold('loggedIn', 'a || b') // 'loggedIn && (a || b)' */
function bothHold(a: string | undefined, b: string | undefined): string | undefined {
  if (!a || !b) return a ?? b
  return [a, b].map(each => (each.includes('||') ? `(${each})` : each)).join(' && ')
}

/**
 * Defines a plugin's code: its start function, and the services, commands and screens in its manifest.
 */
export function defineRuntime(runtime: PluginRuntime): PluginRuntime {
  return runtime
}
