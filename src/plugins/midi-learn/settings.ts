import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const fields = z.object({
  kind: z.enum(['controller', 'note', 'program', 'nrpn', 'bend', 'pressure']),
  channel: z.int().check(z.gte(1), z.lte(16)),
  /** Control number: 0–127; 0–16383 for NRPNs; 0 for pitch bend and channel aftertouch. */
  number: z.int().check(z.gte(0), z.lte(16383)),
  /** True for 14-bit controllers, whose fine byte is sent by the controller with this number plus 32. */
  fine: z.optional(z.boolean()),
  port: z.optional(z.object({ id: z.string(), name: z.string(), manufacturer: z.string() })),
  command: z.string().check(z.minLength(1)),
  args: z.optional(z.record(z.string(), z.unknown())),
  follows: z.optional(z.string()),
  /** If true, messages of this control are neither played nor shown nor logged. */
  keeps: z.boolean(),
})

export const bindingSchema = fields.check(
  z.refine(({ kind, number }) => kind === 'nrpn' || number <= 127, { path: ['number'] }),
)

export type Binding = Readonly<z.infer<typeof bindingSchema>>

export interface LearnSettings {
  readonly on: boolean
  /** Validated individually, so that an invalid mapping doesn't affect the others. */
  readonly bindings: readonly unknown[]
}

const schema = z.object({ on: z.boolean(), bindings: z.array(z.unknown()) })

export const learnSettings = defineSettings<LearnSettings>({
  id: 'MidiLearn',
  title: 'MIDI mappings',
  version: '2',
  schema: schema as z.ZodMiniType<LearnSettings>,
  defaults: { on: true, bindings: [] },
  migrations: { '1': old => ({ ...old, bindings: listOf(old.bindings).map(withProgram) }) },
  fields: [
    {
      id: 'on',
      title: 'Enable MIDI mappings',
      description: 'Pedals, knobs and pads you’ve mapped',
      command: 'midi-learn.toggle',
    },
    { id: 'bindings', hidden: true },
  ],
})

/** Migrates version 1, which spelled *program* the British way in mappings and log filters. */
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

export const ARGS = {
  command: z.strictObject({ command: z.string() }),
  control: z.strictObject({ control: z.string() }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
