/** What a manifest contributes, as types: each mistake is a sentence in the place of what was written. */
import type * as z from 'zod/mini'
import type { CommandQuestion } from '../../commands/command.js'
import type {
  CommandDefinition,
  DrawerContribution,
  IconName,
  NavigationContribution,
  PluginDefinition,
  RouteContribution,
} from './plugin.js'
import type { Field, HasForm, Item, KnownField, Named } from './typed-literals.js'

// Each check gives the type of a field that is fine, so that literals stay literals where another field is wrong.

/** @typeParam Id of the plugin */
export type ContributionsCheck<Id extends string, C> = {
  readonly [K in keyof C]: K extends 'commands'
    ? EachCommand<Id, C[K]>
    : K extends 'routes'
      ? EachRoute<C[K]>
      : K extends 'navigation'
        ? EachNavigation<C[K]>
        : K extends 'drawers'
          ? EachDrawer<C[K]>
          : K extends 'commandsWhen'
            ? WhenCheck<C[K]>
            : K extends 'settings'
              ? unknown
              : KnownField<K, NonNullable<PluginDefinition['contributes']>, '"contributes"'>
}

// Mapped by their own parameters, a list stays a list.
type EachCommand<Id extends string, T> = { readonly [I in keyof T]: CommandCheck<Id, T[I]> }
type EachRoute<T> = { readonly [I in keyof T]: RouteCheck<T[I]> }
type EachNavigation<T> = { readonly [I in keyof T]: NavigationCheck<T[I]> }
type EachDrawer<T> = { readonly [I in keyof T]: DrawerCheck<T[I]> }
type EachQuestion<T, Names extends string> = { readonly [I in keyof T]: QuestionCheck<T[I], Names> }

type CommandCheck<Id extends string, T> = {
  readonly [K in keyof T]: K extends 'id'
    ? HasForm<T[K], `${Id}.${string}`, `The id of the command "${T[K] & string}" has to begin with "${Id}.".`>
    : K extends 'when' | 'keysWhen'
      ? WhenCheck<T[K]>
      : K extends 'args'
        ? // Not again: comparing schemas takes long.
          unknown
        : K extends 'asks'
          ? EachQuestion<T[K], ArgumentNames<Field<T, 'args'>>>
          : KnownField<K, CommandDefinition, 'A command'>
}

type QuestionCheck<T, Names extends string> = {
  readonly [K in keyof T]: K extends 'id'
    ? HasForm<
        T[K],
        Names,
        `The question "${T[K] & string}" is not an argument of the command; name a field of "args".`
      >
    : KnownField<K, CommandQuestion, 'A question'>
}

type RouteCheck<T> = {
  readonly [K in keyof T]: K extends 'path'
    ? PathCheck<T[K], 'route'>
    : KnownField<K, RouteContribution, 'A route'>
}

type NavigationCheck<T> = {
  readonly [K in keyof T]: K extends 'path' | 'tabOf'
    ? PathCheck<T[K], 'navigation entry'>
    : K extends 'icon'
      ? HasForm<T[K], IconName, `The icon "${T[K] & string}" is unknown; use one of ICON_NAMES.`>
      : K extends 'when'
        ? WhenCheck<T[K]>
        : KnownField<K, NavigationContribution, 'A navigation entry'>
}

type DrawerCheck<T> = {
  readonly [K in keyof T]: K extends 'on'
    ? PathCheck<T[K], 'drawer'>
    : K extends 'when'
      ? WhenCheck<T[K]>
      : KnownField<K, DrawerContribution, 'A drawer'>
}

type PathCheck<P, What extends string> = HasForm<
  P,
  `/${string}`,
  `The path "${P & string}" of a ${What} has to begin with "/".`
>

/** What a handler gets: `undefined` for a command without a schema. */
export type ArgumentsOf<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined

/** The names of a schema's fields; any name if they are not known. */
export type ArgumentNames<Schema> = Schema extends z.core.$ZodType ? NamesOf<z.output<Schema>> : never

type NamesOf<T> = T extends object ? keyof T & string : unknown extends T ? string : never

/** Finds common slips only: `parseWhen` reads all of it when the plugin is checked. */
export type WhenCheck<W> = W extends string
  ? WithoutTexts<W> extends Slip
    ? `The condition "${W}" is not understood; write names with ==, !=, !, && and ||, and texts in single quotes.`
    : W
  : W

type Slip =
  | ''
  | `${string}"${string}`
  | `${string}===${string}`
  | `${string}!==${string}`
  | `${string} ${'=' | '&' | '|' | 'and' | 'or' | 'not'} ${string}`
  | `${'&&' | '||' | '=='}${string}`
  | `${string}${'&&' | '||' | '==' | '!'}`

type WithoutTexts<W extends string> = W extends `${infer Before}'${string}'${infer After}`
  ? `${Before}text${WithoutTexts<After>}`
  : W

/** The ids of all commands; `string` if some are only known at run time. */
export type CommandIds<M> = Named<Item<Field<Field<M, 'contributes'>, 'commands'>>, 'id'>

/** The schema of a command's arguments. */
export type SchemaOf<M, Id extends string> =
  Extract<Item<Field<Field<M, 'contributes'>, 'commands'>>, { readonly id: Id }> extends infer Command
    ? Field<Command, 'args'>
    : never

/** The screens that routes, drawers and the header name. */
export type ScreenNames<M> = Named<
  Item<Field<Field<M, 'contributes'>, 'routes' | 'drawers' | 'header'>>,
  'screen'
>
