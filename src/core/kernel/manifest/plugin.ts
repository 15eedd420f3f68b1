/** The types of a plugin: a manifest of plain data, and a runtime that is loaded when it is needed. */
import type { ArgumentChoice, ChoiceRequest, CommandContribution } from '../../commands/command.js'
import type { CommandControl } from '../../commands/command-runs.js'
import type { CommandWords } from '../../commands/search/palette-search.js'
import type { Disposable } from '../../platform/disposable.js'
import type { Logger } from '../../platform/logger.js'
import type { ServiceClass } from '../../platform/services/inject.js'
import type { ExtensionPoint, Token } from '../../platform/services/token.js'
import type { SettingsSection } from '../../settings/section.js'
import type { Permissions } from '../permissions/permissions.js'
import type { Scope } from '../services/scope.js'

export type AnyToken = Token<unknown>

export interface RouteContribution {
  /** Path from the site root, such as `/account/:id`. */
  readonly path: string
  readonly title: string
  /** Name of the screen in the plugin's runtime. */
  readonly screen: string
  /** Needs a logged-in user. */
  readonly auth?: boolean
  /** Ids of the commands that it is there for: first in a palette in which nothing is typed. */
  readonly offers?: readonly string[]
  /** Keys that its screen handles on its own, for the list of all keys. */
  readonly keys?: readonly { readonly title: string; readonly keys: readonly string[] }[]
}

export interface DrawerContribution {
  readonly id: string
  /** One at the bottom is docked at the foot of the page, without its title. */
  readonly side: 'left' | 'right' | 'bottom'
  /** Path of the route that shows it. */
  readonly on: string
  readonly title: string
  readonly screen: string
  /** Lowest first. */
  readonly order?: number
  readonly when?: string
}

/** The icons of navigation entries, which the app draws. */
export const ICON_NAMES = [
  ...(['guitar', 'music', 'progress', 'people', 'profile', 'subscription', 'settings'] as const),
  ...(['shared', 'homework', 'setlist'] as const),
  ...(['keys', 'security', 'sync', 'midi', 'plugins', 'admin'] as const),
] as const

export type IconName = (typeof ICON_NAMES)[number]

export interface NavigationContribution {
  readonly path: string
  readonly title: string
  /** One of `ICON_NAMES`; others are shown as a dot. */
  readonly icon?: string
  /** Heading above it. */
  readonly group?: string
  readonly order?: number
  readonly when?: string
  /** Path of the listed page that has a tab for it. */
  readonly tabOf?: string
  /** Few want it: only the palette and a link below the settings lead there. */
  readonly unlisted?: boolean
}

/** A small part of the header, before the user's menu: a state that one wants to see at any time. */
export interface HeaderContribution {
  readonly id: string
  readonly screen: string
}

export interface Contributions {
  readonly header?: readonly HeaderContribution[]
  readonly settings?: readonly SettingsSection[]
  readonly routes?: readonly RouteContribution[]
  readonly drawers?: readonly DrawerContribution[]
  readonly navigation?: readonly NavigationContribution[]
  readonly commands?: readonly CommandContribution[]
}

/** `startup`, `route:/path`, `command:id` (or `command:plugin.*`), `event:id` */
export type ActivationEvent = 'startup' | `route:${string}` | `command:${string}` | `event:${string}`

export type Locale = { default: Record<string, string> }

export interface PluginManifest {
  readonly id: string
  readonly version: string
  /** Range of plugin API versions that it supports, for example `^1.2.0`. */
  readonly engine: string
  readonly title: string
  readonly description?: string
  readonly runsIn: readonly ('browser' | 'node')[]
  /** Services that it cannot run without; their providers are activated first. */
  readonly requires?: readonly AnyToken[]
  /** Services that it uses if they are available; their providers are not activated. */
  readonly optional?: readonly AnyToken[]
  /** Services for `load(token)`, which activates the provider. */
  readonly lazy?: readonly AnyToken[]
  readonly provides?: readonly AnyToken[]
  /** Points that other plugins can extend. */
  readonly extensionPoints?: readonly ExtensionPoint<unknown>[]
  readonly contributes?: Contributions
  /** What it may do beyond its own screens, commands and settings; its user is shown the reasons. */
  readonly permissions?: Permissions
  /** Default: `['startup']`. */
  readonly activateOn?: readonly ActivationEvent[]
  /** Where it came from, if it is not built in. */
  readonly origin?: string
  /** `apart` from the page, in a worker, where it has nothing but what it is granted. Default: in the page. */
  readonly runs?: 'page' | 'apart'
  /** Bytes of code that a browser loads, if it is not built in. */
  readonly size?: number
  /** Cannot be disabled by the user. */
  readonly locked?: boolean
  /** What its commands are also looked for by, per command id and language; loaded with the palette. */
  readonly words?: () => Promise<{ default: CommandWords }>
  /** Translations by language; English needs none. */
  readonly locales?: Readonly<Record<string, () => Promise<Locale>>>
  readonly load: () => Promise<{ default: PluginRuntime }>
}

export type Provider =
  | { readonly token: AnyToken; readonly useClass: ServiceClass<unknown> }
  | { readonly token: AnyToken; readonly useFactory: (context: PluginContext) => unknown }

/**
 * A service that is an instance of a class, made each time the plugin is activated: `provide(MIDI_INPUT, WebMidiInput)`.
 * @since 1.0.0
 * @example
 * const SCORE = createToken<Score>('drill.score')
 * class Score {
 *   points = 0
 * }
 * defineRuntime({ providers: [provide(SCORE, Score)] })
 */
export function provide<T>(token: Token<T>, useClass: ServiceClass<NoInfer<T>>): Provider {
  return { token, useClass }
}

/**
 * A service that is built by a function of the context: with the scope, or the items of an extension point.
 * @since 1.0.0
 * @example
 * const SCORE = createToken<{ readonly points: number }>('drill.score')
 * defineRuntime({ providers: [provideFactory(SCORE, () => ({ points: 0 }))] })
 */
export function provideFactory<T>(
  token: Token<T>,
  useFactory: (context: PluginContext) => NoInfer<T>,
): Provider {
  return { token, useFactory }
}

/** What a plugin's code works with. Services of other plugins have to be declared in the manifest. */
export interface PluginContext {
  /** A service that the plugin requires or provides, or one of the core. Throws `token_undeclared` or `service_unavailable`. */
  get<T>(token: Token<T>): T
  /** An optional service: `undefined` while it is not available. */
  find<T>(token: Token<T>): T | undefined
  /** A lazy service: activates its provider. */
  load<T>(token: Token<T>): Promise<T>
  /**
   * Follows an optional or lazy service that may come and go: `listener` is called at once and after each change,
   * with the service while its plugin is active, else with `undefined`. It never activates the provider.
   * @param listener may return a function that is called before the next change and when this plugin ends
   */
  follow<T>(token: Token<T>, listener: (service: T | undefined) => undefined | (() => void)): void
  /** Adds an item to an extension point while the plugin is active, or until it is disposed of. */
  extend<T>(point: ExtensionPoint<T>, item: T): Disposable
  /** The items of an extension point, in order of activation. */
  extensions<T>(point: ExtensionPoint<T>): readonly T[]
  /** Everything added here is disposed of when the plugin is disabled. */
  readonly scope: Scope
  readonly log: Logger
}

/** The plugin's context with progress and cancellation of a command. */
export interface CommandContext extends PluginContext, CommandControl {
  /** Aborted when the user cancels the command, and when the plugin is disabled while it runs. */
  readonly signal: AbortSignal
}

/** The arguments have been checked against the schema of the manifest. */
export type CommandHandler = (context: CommandContext, args: never) => unknown

/**
 * The choices for an argument that change at run time, such as ports, songs or users. If loading them takes time, it
 * returns a promise; the argument is then `onlyAsked`, or `searched` if the choices depend on what the user types.
 */
export type ChoiceLister = (
  context: PluginContext,
  asked: ChoiceRequest,
) => readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]>

export interface PluginRuntime {
  readonly providers?: readonly Provider[]
  readonly commands?: Readonly<Record<string, CommandHandler>>
  /** By command id and argument name. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>>
  /** React components by the names that routes and drawers use. */
  readonly screens?: Readonly<Record<string, () => Promise<{ default: unknown }>>>
  /** A promise is waited for; anything else that it returns is ignored. */
  activate?(context: PluginContext): unknown
}

/** What `definePlugin` takes: a manifest with one `commandsWhen` for all commands. */
export interface PluginDefinition extends Omit<PluginManifest, 'contributes'> {
  readonly contributes?: Omit<Contributions, 'commands'> & {
    /** Condition of all commands, in addition to the `when` of each. */
    readonly commandsWhen?: string
    readonly commands?: readonly CommandDefinition[]
  }
}

/** With `commandsWhen: false`, only its own `when` applies. */
export type CommandDefinition = CommandContribution & { readonly commandsWhen?: false }

/**
 * The manifest of a plugin, as its types: everything that is known before the code is loaded.
 * @since 1.0.0
 * @example
 * definePlugin({
 *   ...{ id: 'drill', version: '1.0.0', engine: '^1.2.0', title: 'Drill', runsIn: ['browser', 'node'] },
 *   contributes: {
 *     commandsWhen: 'loggedIn',
 *     commands: [{ id: 'drill.start', title: 'Start the drill', needs: 'screen' }],
 *   },
 *   activateOn: ['command:drill.*'],
 *   load: async () => ({ default: defineRuntime({}) }),
 * })
 */
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
 * The code of a plugin by the names in its manifest: services, commands, screens, and what runs at the start.
 * @since 1.0.0
 * @example defineRuntime({ commands: { 'drill.start': ({ log }) => log.info('started') } })
 */
export function defineRuntime(runtime: PluginRuntime): PluginRuntime {
  return runtime
}
