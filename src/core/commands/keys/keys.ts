import { FretworkError } from '../../platform/fretwork-error.js'
import { phrases } from '../../platform/phrases.js'
import type { KeyLayer } from '../../settings/core-settings.js'
import { canHoldTogether } from '../when.js'

export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** True if AltGr or Option was pressed. Ctrl and Alt are then only part of typing the character. */
  readonly thirdLevel?: boolean
}

export interface KeyStroke {
  /** Character (`k`, `?`) or lowercase key name (`enter`, `arrowleft`). */
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const MODIFIERS = ['ctrl', 'meta', 'alt', 'shift'] as const

/** @throws FretworkError `key_invalid` @example parseBinding('g f', false) // two strokes */
export function parseBinding(binding: string, mac: boolean): readonly KeyStroke[] {
  return binding
    .trim()
    .split(/\s+/)
    .map(stroke => parseStroke(stroke, binding, mac))
}

/** Returns the normalized binding, or undefined if it is invalid. */
export function strokesOf(binding: string, mac: boolean): string | undefined {
  try {
    return JSON.stringify(parseBinding(binding, mac))
  } catch {
    return undefined
  }
}

function parseStroke(text: string, binding: string, mac: boolean): KeyStroke {
  const parts =
    text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+')
  const key = parts.pop()?.toLowerCase() ?? ''
  const modifiers = new Set(
    parts.map(part => {
      const name = part.toLowerCase()
      if (name === '$mod') return mac ? 'meta' : 'ctrl'
      const known = MODIFIERS.find(modifier => modifier === name)
      if (!known) {
        const message = `The key "${binding}" has an unknown modifier "${part}"; use $mod, ctrl, meta, alt or shift.`
        throw new FretworkError('key_invalid', message)
      }
      return known
    }),
  )
  if (key === '') throw new FretworkError('key_invalid', `The shortcut "${binding}" contains no key.`)
  return {
    key: key === 'space' ? ' ' : key,
    ctrl: modifiers.has('ctrl'),
    meta: modifiers.has('meta'),
    alt: modifiers.has('alt'),
    shift: modifiers.has('shift'),
  }
}

export function bindingsClash(a: readonly KeyStroke[], b: readonly KeyStroke[]): boolean {
  const shared = Math.min(a.length, b.length)
  return a
    .slice(0, shared)
    .every(
      (stroke, index) => stroke.key === b[index]?.key && JSON.stringify(stroke) === JSON.stringify(b[index]),
    )
}

const ARROWS: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
}

const NAMES: Readonly<Record<string, string>> = phrases({
  ' ': 'Space',
  backspace: 'Backspace',
  delete: 'Del',
  tab: 'Tab',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  enter: 'Enter',
  escape: 'Esc',
})

const { CTRL, ALT, SHIFT, META } = phrases({ CTRL: 'Ctrl', ALT: 'Alt', SHIFT: 'Shift', META: 'Meta' })

/**
 * Returns one label per keystroke: `['Ctrl+K']`, `['G', 'F']`.
 * @param name translates a key name: `Ctrl` is `Strg` on a German keyboard
 */
export function bindingLabels(
  binding: string,
  mac: boolean,
  name: (english: string) => string = english => english,
): string[] {
  return parseBinding(binding, mac).map(stroke => {
    const modifiers = [
      stroke.ctrl && (mac ? '⌃' : name(CTRL)),
      stroke.alt && (mac ? '⌥' : name(ALT)),
      stroke.shift && (mac ? '⇧' : name(SHIFT)),
      stroke.meta && (mac ? '⌘' : name(META)),
    ].filter(modifier => modifier !== false)
    const named = NAMES[stroke.key]
    const key =
      (named && name(named)) ??
      ARROWS[stroke.key] ??
      (/^(.|f\d+)$/u.test(stroke.key) ? stroke.key.toUpperCase() : stroke.key)
    return [...modifiers, key].join(mac ? '' : '+')
  })
}

const EVERYWHERE = [
  ...['$mod+n', '$mod+t', '$mod+w', '$mod+shift+n', '$mod+shift+t', '$mod+shift+w'],
  ...['ctrl+tab', 'ctrl+shift+tab', 'ctrl+pageup', 'ctrl+pagedown'],
]
const ON_A_MAC = ['$mod+q', '$mod+h', '$mod+m', '$mod+tab', '$mod+space']
const ELSEWHERE = ['alt+f4', 'alt+tab', '$mod+f4']

export function isReserved(binding: string, mac: boolean): boolean {
  const reserved = [...EVERYWHERE, ...(mac ? ON_A_MAC : ELSEWHERE)].map(key => strokesOf(key, mac))
  return binding.split(/\s+/).some(stroke => reserved.includes(strokesOf(stroke, mac)))
}

interface KeyOwner {
  readonly id: string
  readonly when?: string
  readonly defaultKeys: readonly string[]
}

/** User-defined keys override the same default keys of commands that can be available at the same time. */
export function effectiveKeys(
  commands: readonly KeyOwner[],
  userKeys: KeyLayer,
  mac: boolean,
): (command: KeyOwner) => readonly string[] {
  const taken = commands.flatMap(({ id, when }) =>
    (userKeys[id] ?? []).map(key => ({ when, strokes: strokesOf(key, mac) })),
  )
  return ({ id, when, defaultKeys }) => {
    const own = userKeys[id]?.filter(key => strokesOf(key, mac) !== undefined)
    if (own || taken.length === 0) return own ?? defaultKeys
    return defaultKeys.filter(key => {
      const strokes = strokesOf(key, mac)
      return !taken.some(other => other.strokes === strokes && canHoldTogether(other.when, when))
    })
  }
}

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

/**
 * Matches a keystroke on any keyboard layout.
 * A letter matches the key that types it. If a key types no Latin letter (Cyrillic, Greek), or Alt changes
 * the letter to a symbol, the physical key is used.
 * A digit always matches its physical key: a French keyboard types `&` without Shift.
 * A symbol matches its character, with or without Shift or AltGr. The physical key is used only if it types
 * another letter or a dead accent (`[` is the ü on a German keyboard).
 */
export function strokeMatches(stroke: KeyStroke, press: KeyPress): boolean {
  const key = press.key.toLowerCase()
  const sign = /^[^\p{L}\p{N} ]$/u.test(stroke.key)
  if (sign && press.thirdLevel && key === stroke.key)
    return !stroke.ctrl && !stroke.alt && stroke.meta === press.metaKey
  if (stroke.ctrl !== press.ctrlKey || stroke.meta !== press.metaKey || stroke.alt !== press.altKey)
    return false
  // Some layouts require Shift for symbols such as `?`.
  if (sign && key === stroke.key) return true
  return (
    stroke.shift === press.shiftKey &&
    (/^\d$/.test(stroke.key) ? isDigit(stroke, press) : isKey(stroke, press))
  )
}

function isDigit({ key }: KeyStroke, press: KeyPress): boolean {
  const place = /^(?:Digit|Numpad)(\d)$/.exec(press.code)
  // Without Num Lock, the numeric keypad moves the cursor.
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
