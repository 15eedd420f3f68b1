import type { KeyLayer } from '../../settings/core-settings.js'
import type { Command } from '../command-registry.js'
import { type Meeting, meetingOf } from './key-clashes.js'
import { type KeyPress, SIGN_PLACES, strokesOf, writes } from './keys.js'

export interface ClashingKey {
  readonly kind: Meeting
  readonly command: Command
  readonly key: string
}

export function metKeys(
  commands: readonly Command[],
  { id, when }: Pick<Command, 'id' | 'when'>,
  binding: string,
  mac: boolean,
): readonly ClashingKey[] {
  return commands
    .filter(command => command.id !== id)
    .flatMap(command =>
      command.keys.flatMap((key): ClashingKey[] => {
        const kind = meetingOf({ key: binding, when }, { key, when: command.when }, mac)
        return kind ? [{ kind, command, key }] : []
      }),
    )
}

export function withKeys(
  layer: KeyLayer,
  { id, defaultKeys }: Pick<Command, 'id' | 'defaultKeys'>,
  keys: readonly string[],
): KeyLayer {
  const { [id]: _before, ...others } = layer
  const asDelivered = keys.length === defaultKeys.length && keys.every((key, at) => key === defaultKeys[at])
  return asDelivered ? others : { ...others, [id]: keys }
}

/** Removes clashing keys from other commands. Default keys stay, because user-defined keys override them. */
export function withoutClashes(
  layer: KeyLayer,
  met: readonly ClashingKey[],
  binding: string,
  mac: boolean,
): KeyLayer {
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

/** Keeps clashing keys on both commands. If both are available, the latest change wins. */
export function withClashes(layer: KeyLayer, met: readonly ClashingKey[]): KeyLayer {
  const pinned = met.filter(({ kind, command }) => kind === 'full' && layer[command.id] === undefined)
  return { ...layer, ...Object.fromEntries(pinned.map(({ command }) => [command.id, command.keys])) }
}

const NO_STROKE = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Process', 'Unidentified']

/**
 * Converts a key press to a binding that works on any keyboard layout and operating system.
 * @returns undefined for a modifier key alone and during IME composition
 * @example strokeOf(ctrlShiftF, false) // '$mod+shift+f'
 */
export function strokeOf(press: KeyPress, mac: boolean): string | undefined {
  if (NO_STROKE.includes(press.key)) return undefined
  const key = keyOf(press)
  if (key === undefined) return undefined
  const sign = /^[^\p{L}\p{N} ]$/u.test(key)
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
  // AltGr sets both `ctrlKey` and `altKey`, or neither. Option on a Mac sets only `altKey`.
  const byAltGr = press.thirdLevel && press.ctrlKey === press.altKey && /^[^\p{L}\p{N} ]$/u.test(key)
  if (digit && writes(press) && !byAltGr) return digit[1]
  if (/^[a-z]$/.test(key)) return key
  const letter = /^Key([A-Z])$/.exec(press.code)
  // Use the physical key if it types no Latin letter, or if Alt changes the letter to a symbol.
  if (letter && writes(press) && (press.altKey || key === 'dead' || /^\p{L}$/u.test(key)))
    return letter[1]?.toLowerCase()
  if (key !== 'dead') return key
  return Object.entries(SIGN_PLACES).find(([, place]) => place === press.code)?.[0]
}
