/** What is remembered of MIDI controls, and the arguments of the commands. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const fields = z.object({
  kind: z.enum(['controller', 'note', 'program', 'nrpn', 'bend', 'pressure']),
  channel: z.int().check(z.gte(1), z.lte(16)),
  /**
   * Of the controller, the note or the program: 0–127; of the non-registered parameter: 0–16383; 0 of the pitch
   * wheel and of the pressure, of which a channel has one each.
   */
  number: z.int().check(z.gte(0), z.lte(16383)),
  /** A controller of 14 bits: that of the number and 32 more sends the fine half. */
  fine: z.optional(z.boolean()),
  /** The input that it is on, known by its id or else by its names; any input without one. */
  port: z.optional(z.object({ id: z.string(), name: z.string(), manufacturer: z.string() })),
  /** Id of the command that it runs. */
  command: z.string().check(z.minLength(1)),
  /** What the command is given. */
  args: z.optional(z.record(z.string(), z.unknown())),
  /** The argument that follows the value of the controller. */
  follows: z.optional(z.string()),
  /** Its messages do nothing else: nothing sounds, lights or is logged. */
  keeps: z.boolean(),
})

/** Only the non-registered parameters are more than 128. */
export const bindingSchema = fields.check(
  z.refine(({ kind, number }) => kind === 'nrpn' || number <= 127, { path: ['number'] }),
)

export type Binding = Readonly<z.infer<typeof bindingSchema>>

export interface LearnSettings {
  readonly on: boolean
  /** As they were stored: each is checked on its own, so that a broken one affects no other. */
  readonly bindings: readonly unknown[]
}

const schema = z.object({ on: z.boolean(), bindings: z.array(z.unknown()) })

/** Stored under `<tenant>MidiLearn`. */
export const learnSettings = defineSettings<LearnSettings>({
  id: 'MidiLearn',
  title: 'MIDI controls',
  version: '2',
  schema: schema as z.ZodMiniType<LearnSettings>,
  defaults: { on: true, bindings: [] },
  migrations: { '1': old => ({ ...old, bindings: listOf(old.bindings).map(withProgram) }) },
  fields: [
    {
      id: 'on',
      title: 'Controls run commands',
      description: 'Pedals, knobs and pads that you have bound',
      command: 'midi-learn.toggle',
    },
    // A screen of their own changes them.
    { id: 'bindings', hidden: true },
  ],
})

/** Version 1 had the British spelling of a program: in the kind of a binding and of a filter of the log. */
function withProgram(binding: unknown): unknown {
  if (!isRecord(binding)) return binding
  const { kind, args } = binding
  return {
    ...binding,
    ...(isProgram(kind) && { kind: 'program' }),
    ...(isRecord(args) && isProgram(args.kind) && { args: { ...args, kind: 'program' } }),
  }
}

function isProgram(kind: unknown): boolean {
  return typeof kind === 'string' && kind.startsWith('program')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** What commands are given. */
export const ARGS = {
  command: z.strictObject({ command: z.string() }),
  control: z.strictObject({ control: z.string() }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
