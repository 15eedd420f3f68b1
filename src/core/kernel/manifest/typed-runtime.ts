/** The type of a runtime that is written for a manifest: each mistake is a sentence. */
import type { CommandControl } from '../../commands/command-runs.js'
import type { Token } from '../../platform/services/token.js'
import type * as coreTokens from '../services/tokens.js'
import type { ChoiceLister, PluginContext, PluginRuntime, Provider } from './plugin.js'
import type { ArgumentNames, ArgumentsOf, CommandIds, SchemaOf, ScreenNames } from './typed-contributions.js'
import type { Field, Item, KnownField, Mistake } from './typed-literals.js'
import type { DeclaredTokens, DefinitionOf } from './typed-manifest.js'

type CoreTokens = (typeof coreTokens)[keyof typeof coreTokens]

/** Nothing for a token that is one of `Known`: one of the same service, or of a service with the same members. */
type Declared<T, Id extends string, Known> =
  Token<T, Id> extends Known
    ? unknown
    : Mistake<`The token ${Quoted<Id>}is not declared in the manifest; add it to requires, optional or lazy.`>

/** The id of a token, if it is known to the types. */
type Quoted<Id extends string> = string extends Id ? '' : `"${Id}" `

/** A context that gives the services that a manifest names, and those of the core. */
export interface ContextFor<Known> extends PluginContext {
  get<T, Id extends string>(token: Token<T, Id> & Declared<T, Id, Known>): T
  find<T, Id extends string>(token: Token<T, Id> & Declared<T, Id, Known>): T | undefined
  load<T, Id extends string>(token: Token<T, Id> & Declared<T, Id, Known>): Promise<T>
  follow<T, Id extends string>(
    token: Token<T, Id> & Declared<T, Id, Known>,
    listener: (service: T | undefined) => undefined | (() => void),
  ): void
}

interface CommandContextFor<Known> extends ContextFor<Known>, CommandControl {
  readonly signal: AbortSignal
}

/** As the type of a method, it takes a `CommandHandler` as well, whose arguments are checked where it is written. */
type HandlerOf<M, Id extends string> = {
  handle(context: CommandContextFor<Known<M>>, args: ArgumentsOf<SchemaOf<M, Id>>): unknown
}['handle']

type Known<M> = DeclaredTokens<M> | CoreTokens

/** What a runtime for the definition `M` consists of. */
export interface RuntimeFor<M> {
  readonly providers?: readonly Provider<ContextFor<Known<M>>>[]
  readonly commands?: {
    readonly [Id in CommandIds<M>]?: HandlerOf<M, Id>
  }
  readonly choices?: Readonly<Record<string, Readonly<Record<string, ChoiceLister<ContextFor<Known<M>>>>>>>
  readonly screens?: PluginRuntime['screens']
  activate?(context: ContextFor<Known<M>>): unknown
}

/** A runtime of type `R`, with a sentence in the place of each mistake. */
export type CheckedRuntime<M, R, Extended extends string> = RuntimeFor<M> & {
  readonly commands?: UnknownCommands<Written<R, 'commands'>, CommandIds<M>> & Unread<R>
  readonly choices?: ChoicesCheck<M, Written<R, 'choices'>>
  readonly screens?: UnusedScreens<Written<R, 'screens'>, ScreenNames<M> | Extended>
  readonly providers?: EachProvider<Written<R, 'providers'>, Item<Field<M, 'provides'>>>
} & Missing<
    R,
    | MissingCommands<CommandIds<M>, keyof Written<R, 'commands'>>
    | MissingScreens<ScreenNames<M>, keyof Written<R, 'screens'>>
    | MissingProviders<Field<M, 'provides'>, Item<Written<R, 'providers'>>>
  > & {
    readonly [K in Exclude<keyof R, keyof RuntimeFor<M>>]: KnownField<K, RuntimeFor<M>, 'A runtime'>
  } & Unread<R>

/** What a runtime has of a part. While its functions are read, none is known yet. */
type Written<R, K extends string> = K extends keyof R ? R[K] : unknown

/** Lets any name pass while the functions of a runtime are read: it gets a sentence afterwards. */
type Unread<R> = { readonly [K in string as unknown extends R ? K : never]: unknown }

/** What is missing, as the name of a property that is missing: the compiler writes it out. */
type Missing<R, Sentence extends string> = {
  readonly [S in Sentence as unknown extends R ? never : S]: never
}

/** Leaves out names that are only known at run time. */
type Literal<K> = string extends K ? never : K

type UnknownCommands<T, Ids extends string> = {
  readonly [K in Exclude<
    keyof T,
    Ids
  >]: `The command "${K & string}" is not declared in the manifest; add it there or correct its id.`
}

type ChoicesCheck<M, T> = {
  readonly [Id in keyof T as Literal<Id>]: Id extends CommandIds<M>
    ? {
        readonly [Name in Exclude<
          keyof T[Id],
          ArgumentNames<SchemaOf<M, Id>>
        > as Literal<Name>]: `The command "${Id}" has no argument "${Name & string}"; correct its name.`
      }
    : Id extends `${string}.settings`
      ? // Named by fields of settings.
        unknown
      : `The command "${Id & string}" is not declared in the manifest, so it needs no choices; correct its id.`
}

type UnusedScreens<T, Names extends string> = {
  readonly [K in Exclude<
    keyof T,
    Names
  > as Literal<K>]: `No route, drawer or header of the manifest uses the screen "${K & string}"; remove it or correct its name.`
}

type EachProvider<T, Provided> = {
  readonly [I in keyof T]: Field<T[I], 'token'> extends Provided
    ? unknown
    : Mistake<'The token is not in "provides" of the manifest; add it there or remove the provider.'>
}

type MissingCommands<Ids extends string, Written> = string extends Ids
  ? never
  : `The command "${Exclude<Ids, Written>}" of the manifest has no handler; add it to commands.`

type MissingScreens<Names extends string, Written> = string extends Names
  ? never
  : `The screen "${Exclude<Names, Written>}" of the manifest is missing; add it to screens.`

type MissingProviders<Provided, Given> = {
  readonly [I in keyof Provided]: [Provided[I]] extends [
    Given extends { readonly token: infer T } ? T : never,
  ]
    ? never
    : `The token ${Quoted<Field<Provided[I], 'id'> & string>}in "provides[${I & string}]" of the manifest has no provider; add provide(TOKEN, Class) to providers.`
} extends infer Sentences
  ? Item<Sentences> & string
  : never

/** Takes a runtime for the manifest `T`. `Extended`: screens that are named by what the plugin adds to others. */
export type RuntimeTaker<T, Extended extends string> = <
  const R extends CheckedRuntime<DefinitionOf<T>, R, Extended>,
>(
  runtime: R,
) => PluginRuntime
