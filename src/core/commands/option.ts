import * as z from 'zod/mini'
import type { SettingsChoice, SettingsField } from '../settings/section.js'
import type { ArgumentChoice, CommandContribution } from './command.js'

type OptionValue = boolean | number | string

/** Describes a setting and its command. The form field, palette entry and CLI flag are derived from it. */
export interface Option<T extends OptionValue = OptionValue> {
  readonly title: string
  readonly description?: string
  readonly default: NoInfer<T>
  readonly command: {
    readonly id: string
    /** Default: the option's title. */
    readonly title?: string
    readonly description?: string
    readonly keys?: readonly string[]
    /** Argument of a command that sets the value. Without it, the command toggles the value. */
    readonly ask?: { readonly id: string; readonly title?: string }
  }
  readonly choices?: readonly { readonly value: T & string; readonly label: string }[]
  /**
   * Maximum for whole numbers. Not enforced on stored values, so that one value can't invalidate the rest.
   */
  readonly max?: number
}

export type Options = Readonly<Record<string, Option>>
type ValueOf<O> = O extends Option<infer T> ? T : never
export type OptionValues<O extends Options> = { -readonly [Name in keyof O]: ValueOf<O[Name]> }
type Choice<T extends string> = Option<T> & Required<Pick<Option<T>, 'choices'>>

/** @example option({ title: 'Note trail', default: 0, max: 32, command: { id: 'drill.set-trail', ask: { id: 'notes' } } }) */
export function option<const T extends string>(described: Choice<T>): Option<T>
export function option(described: Option<boolean>): Option<boolean>
export function option(described: Option<number>): Option<number>
export function option(described: Option): Option {
  return described
}

export function optionSchemas<O extends Options>(options: O) {
  const schemas = Object.entries(options).map(([name, each]) => [name, schemaOf(each)])
  return Object.fromEntries(schemas) as { [Name in keyof O]: z.ZodMiniType<ValueOf<O[Name]>> }
}

export function optionDefaults<O extends Options>(options: O): OptionValues<O> {
  const defaults = Object.entries(options).map(([name, each]) => [name, each.default])
  return Object.fromEntries(defaults) as OptionValues<O>
}

export function optionFields(options: Options): readonly SettingsField[] {
  return Object.entries(options).map(([id, { title, description, command }]) => ({
    ...{ id, title, command: command.id },
    ...(description !== undefined && { description }),
  }))
}

export function optionCommands(options: Options): readonly CommandContribution[] {
  return Object.values(options).map(({ title, command: { ask, ...command }, ...described }) => ({
    title,
    ...command,
    ...(ask && {
      args: z.strictObject({ [ask.id]: limited(described) }),
      asks: [{ title, ...ask }],
    }),
  }))
}

/** @param change called with the new value: the argument, or the opposite of the current value */
export function optionHandlers<Context>(
  options: Options,
  current: (context: Context, name: string) => unknown,
  change: (context: Context, name: string, value: unknown) => void,
) {
  const handlers = Object.entries(options).map(([name, { command }]) => {
    const { id, ask } = command
    const set = (context: Context, args: Readonly<Record<string, unknown>>) =>
      change(context, name, args[ask?.id ?? ''])
    const toggle = (context: Context) => {
      const on = current(context, name) !== true
      change(context, name, on)
      return on
    }
    return [id, ask ? set : toggle] as const
  })
  return Object.fromEntries(handlers)
}

export function optionChoices(options: Options) {
  const listed = Object.values(options).flatMap(({ command: { id, ask }, choices }) =>
    ask && choices ? [[id, { [ask.id]: (): readonly ArgumentChoice[] => choices }] as const] : [],
  )
  return Object.fromEntries(listed)
}

export function optionNames(options: Options, t: (english: string) => string) {
  const ofTable = t // t() only accepts literals
  const named = Object.entries(options).flatMap(([name, { choices }]) =>
    choices ? [[name, choices.map(({ value, label }) => ({ value, label: ofTable(label) }))] as const] : [],
  )
  return Object.fromEntries<readonly SettingsChoice[]>(named)
}

function schemaOf(described: Pick<Option, 'default' | 'choices'>): z.ZodMiniType {
  if (described.choices) return z.enum(described.choices.map(({ value }) => value))
  if (typeof described.default === 'number') return z.int()
  return typeof described.default === 'boolean' ? z.boolean() : z.string()
}

function limited(described: Pick<Option, 'default' | 'choices' | 'max'>): z.ZodMiniType {
  const { max } = described
  return max === undefined ? schemaOf(described) : z.int().check(z.gte(0), z.lte(max))
}
