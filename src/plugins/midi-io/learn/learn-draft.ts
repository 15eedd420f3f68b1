import { argumentFields } from '../../../core/commands/argument-fields.js'
import type { Command } from '../../../core/commands/command-registry.js'
import { FINE_HALF } from '../../../music/midi/controller-names.js'
import type { Binding } from '../settings.js'
import { followFields } from './bindable.js'
import { type Control, hasValue } from './control.js'
import type { HeardControl } from './midi-learn.js'

export const PRESSED = ''

export interface LearnDraft {
  readonly command?: string
  readonly control?: Control
  readonly port?: HeardControl['port']
  readonly anyPort: boolean
  /** Argument name or `PRESSED`; defaults to the first argument that can follow the control. */
  readonly follows?: string
  readonly args: Readonly<Record<string, unknown>>
  /** Keeps the message from being played; defaults to true for notes. */
  readonly keeps?: boolean
}

type AskedCommand = Pick<Command, 'id' | 'args' | 'asks'>

export function draftOf(command: string | undefined, before: Binding | undefined): LearnDraft {
  if (!before) return { command, anyPort: false, args: {} }
  const { kind, channel, number, fine, port, args = {}, follows = PRESSED, keeps } = before
  return {
    command,
    control: { kind, channel, number, ...(fine && { fine }) },
    port,
    anyPort: !port,
    args,
    follows,
    keeps,
  }
}

export function followsOf({ control, follows }: LearnDraft, command: AskedCommand | undefined) {
  if (!command || !control || !hasValue(control)) return undefined
  const fields = followFields(command)
  return (fields.find(({ name }) => name === follows) ?? (follows === PRESSED ? undefined : fields[0]))?.name
}

export function keepsOf({ control, keeps }: LearnDraft): boolean {
  return keeps ?? control?.kind === 'note'
}

export function askedFields(draft: LearnDraft, command: AskedCommand | undefined) {
  const follows = followsOf(draft, command)
  return command ? argumentFields(command).filter(({ name }) => name !== follows) : []
}

export function bindingOf(draft: LearnDraft, command: AskedCommand | undefined): Binding | undefined {
  const { control, port, anyPort } = draft
  if (!control || !command) return undefined
  const fields = askedFields(draft, command)
  if (fields.some(({ name }) => draft.args[name] === undefined)) return undefined
  const follows = followsOf(draft, command)
  return {
    ...control,
    ...(port && !anyPort && { port: { id: port.id, name: port.name, manufacturer: port.manufacturer } }),
    command: command.id,
    ...(fields.length > 0 && {
      args: Object.fromEntries(fields.map(({ name }) => [name, draft.args[name]])),
    }),
    ...(follows !== undefined && { follows }),
    keeps: keepsOf(draft),
  }
}

/** Combines a fine byte with the preceding coarse byte into a 14-bit controller. */
export function heardNow(before: HeardControl | undefined, heard: HeardControl): HeardControl {
  if (!before) return heard
  if (isFineHalf(before, heard)) return { ...before, control: { ...before.control, fine: true } }
  return isSame(before, heard) && before.control.fine ? { ...heard, control: before.control } : heard
}

function isFineHalf({ control: coarse, port }: HeardControl, { control: fine, port: other }: HeardControl) {
  return (
    coarse.kind === 'controller' &&
    fine.kind === 'controller' &&
    coarse.number < FINE_HALF &&
    fine.number === coarse.number + FINE_HALF &&
    fine.channel === coarse.channel &&
    other.id === port.id
  )
}

function isSame({ control: a, port }: HeardControl, { control: b, port: other }: HeardControl): boolean {
  return a.kind === b.kind && a.channel === b.channel && a.number === b.number && port.id === other.id
}
