/** A key press written as a binding, in the way that works on other keyboards and systems too. */
import type { KeyPress } from './keys.js'
import { SIGN_PLACES, writes } from './stroke-match.js'

const NO_STROKE = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Process', 'Unidentified']

/**
 * @returns undefined for a modifier by itself, and for what an input method makes
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
