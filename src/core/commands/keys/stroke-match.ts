/**
 * Matches strokes on any keyboard layout.
 * A letter is the key that writes it; where a key writes no Latin letter (Cyrillic, Greek), or Alt makes a
 * sign of it, its position. A digit is its key, whatever that writes: a French one writes `&` without shift.
 * A sign is the character, with or without shift or AltGr; its position counts only under another letter or a
 * dead accent (`[` is the ü of a German keyboard).
 */
import type { KeyPress, KeyStroke } from './keys.js'

export const SIGN_PLACES: Readonly<Record<string, string>> = {
  '-': 'Minus',
  '=': 'Equal',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '\\': 'Backslash',
  ';': 'Semicolon',
  "'": 'Quote',
  '`': 'Backquote',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
}

export function strokeMatches(stroke: KeyStroke, press: KeyPress): boolean {
  const key = press.key.toLowerCase()
  const sign = /^[^\p{L}\p{N} ]$/u.test(stroke.key)
  if (sign && press.thirdLevel && key === stroke.key)
    return !stroke.ctrl && !stroke.alt && stroke.meta === press.metaKey
  if (stroke.ctrl !== press.ctrlKey || stroke.meta !== press.metaKey || stroke.alt !== press.altKey)
    return false
  // A sign such as ? needs shift on some layouts only.
  if (sign && key === stroke.key) return true
  return (
    stroke.shift === press.shiftKey &&
    (/^\d$/.test(stroke.key) ? isDigit(stroke, press) : isKey(stroke, press))
  )
}

function isDigit({ key }: KeyStroke, press: KeyPress): boolean {
  const place = /^(?:Digit|Numpad)(\d)$/.exec(press.code)
  // Without Num Lock, the number pad moves the cursor.
  return place && writes(press) ? place[1] === key : press.key === key
}

function isKey({ key }: KeyStroke, press: KeyPress): boolean {
  if (press.key.toLowerCase() === key) return true
  const place = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : SIGN_PLACES[key]
  return place === press.code && writes(press) && (press.altKey || isForeign(press.key))
}

export function writes({ key }: KeyPress): boolean {
  return [...key].length === 1 || key === 'Dead'
}

function isForeign(key: string): boolean {
  return key === 'Dead' || /^(?![a-z])\p{L}$/iu.test(key)
}
