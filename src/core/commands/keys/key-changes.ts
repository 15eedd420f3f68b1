/** Changing the user's keys: what a new one meets, and the layer that comes of each way on. */
import type { KeyLayer } from '../../settings/core-settings.js'
import type { Command } from '../command-registry.js'
import { type Meeting, meetingOf } from './key-clashes.js'
import { type KeyPress, strokesOf } from './keys.js'
import { SIGN_PLACES, writes } from './stroke-match.js'

export interface MetKey {
  readonly kind: Meeting
  /** Whose key it is. */
  readonly command: Command
  readonly key: string
}

/** The keys of other commands that a new one would meet, as if both came from the same layer. */
export function metKeys(
  commands: readonly Command[],
  { id, when }: Pick<Command, 'id' | 'when'>,
  binding: string,
  mac: boolean,
): readonly MetKey[] {
  return commands
    .filter(command => command.id !== id)
    .flatMap(command =>
      command.keys.flatMap((key): MetKey[] => {
        const kind = meetingOf({ key: binding, when }, { key, when: command.when }, mac)
        return kind ? [{ kind, command, key }] : []
      }),
    )
}

/** Gives a command these keys; the latest change goes before the others. Its own keys need no entry. */
export function withKeys(
  layer: KeyLayer,
  { id, defaultKeys }: Pick<Command, 'id' | 'defaultKeys'>,
  keys: readonly string[],
): KeyLayer {
  const { [id]: _before, ...others } = layer
  const asDelivered = keys.length === defaultKeys.length && keys.every((key, at) => key === defaultKeys[at])
  return asDelivered ? others : { ...others, [id]: keys }
}

/**
 * Takes the met keys from their commands, for a command that gets them. A key that a command merely brings goes
 * automatically, and returns when the new one is removed.
 */
export function withoutMet(layer: KeyLayer, met: readonly MetKey[], binding: string, mac: boolean): KeyLayer {
  return met.reduce((changed, { kind, command, key }) => {
    const goesByItself = changed[command.id] === undefined && strokesOf(key, mac) === strokesOf(binding, mac)
    if (kind === 'apart' || goesByItself) return changed
    return withKeys(
      changed,
      command,
      (changed[command.id] ?? command.keys).filter(each => each !== key),
    )
  }, layer)
}

/** Pins the met keys to their commands, so that both have them: where both can be used, the latest change runs. */
export function withMet(layer: KeyLayer, met: readonly MetKey[]): KeyLayer {
  const pinned = met.filter(({ kind, command }) => kind === 'full' && layer[command.id] === undefined)
  return { ...layer, ...Object.fromEntries(pinned.map(({ command }) => [command.id, command.keys])) }
}

/** A key press written as a binding, in the way that works on other keyboards and systems too. */
const NO_STROKE = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Process', 'Unidentified']

/**
 * @returns undefined for a modifier alone, and for what an input method makes
 * @example strokeOf(ctrlShiftF, false) // '$mod+shift+f'
 */
export function strokeOf(press: KeyPress, mac: boolean): string | undefined {
  if (NO_STROKE.includes(press.key)) return undefined
  const key = keyOf(press)
  if (key === undefined) return undefined
  const sign = /^[^\p{L}\p{N} ]$/u.test(key)
  // A sign is the character; how it is made is the keyboard's business.
  const composed = sign && press.thirdLevel
  const modifiers = [
    press.ctrlKey && !composed && (mac ? 'ctrl' : '$mod'),
    press.metaKey && (mac ? '$mod' : 'meta'),
    press.altKey && !composed && 'alt',
    press.shiftKey && !sign && 'shift',
  ].filter(name => typeof name === 'string')
  return [...modifiers, key === ' ' ? 'space' : key].join('+')
}

function keyOf(press: KeyPress): string | undefined {
  const key = press.key.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(press.code)
  // AltGr is said as neither or as both of Ctrl and Alt; Option on a Mac is Alt, and the digit's key counts.
  const byAltGr = press.thirdLevel && press.ctrlKey === press.altKey && /^[^\p{L}\p{N} ]$/u.test(key)
  if (digit && writes(press) && !byAltGr) return digit[1]
  if (/^[a-z]$/.test(key)) return key
  const letter = /^Key([A-Z])$/.exec(press.code)
  // The place stands for the letter where the key writes none of ours, or Alt makes a sign of it.
  if (letter && writes(press) && (press.altKey || key === 'dead' || /^\p{L}$/u.test(key)))
    return letter[1]?.toLowerCase()
  if (key !== 'dead') return key
  return Object.entries(SIGN_PLACES).find(([, place]) => place === press.code)?.[0]
}
