import { describe, expect, it } from 'vitest'
import { strokeOf } from '../../../../src/core/commands/keys/key-changes.js'
import { isReserved, type KeyPress, parseBinding } from '../../../../src/core/commands/keys/keys.js'
import { strokeMatches } from '../../../../src/core/commands/keys/stroke-match.js'

const press = (key: string, code = '', rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
})

describe('a recorded stroke', () => {
  it.each<[string, KeyPress, string]>([
    ['a letter', press('k', 'KeyK'), 'k'],
    ['a letter with shift', press('K', 'KeyK', { shiftKey: true }), 'shift+k'],
    ['Ctrl and a letter', press('k', 'KeyK', { ctrlKey: true }), '$mod+k'],
    [
      'all modifiers',
      press('F', 'KeyF', { ctrlKey: true, altKey: true, shiftKey: true }),
      '$mod+alt+shift+f',
    ],
    ['space', press(' ', 'Space'), 'space'],
    ['an arrow', press('ArrowLeft', 'ArrowLeft', { altKey: true }), 'alt+arrowleft'],
    ['a function key', press('F5', 'F5'), 'f5'],
    ['plus', press('+', 'BracketRight', { ctrlKey: true }), '$mod++'],
    ['a sign with shift', press('?', 'Slash', { shiftKey: true }), '?'],
    ['a digit', press('1', 'Digit1'), '1'],
    ['a digit with shift', press('!', 'Digit1', { shiftKey: true }), 'shift+1'],
    ['a French digit', press('&', 'Digit1'), '1'],
    ['a French digit with shift', press('1', 'Digit1', { shiftKey: true }), 'shift+1'],
    ['a German umlaut', press('ü', 'BracketLeft'), 'ü'],
    [
      'a German bracket on Windows',
      press('[', 'Digit8', { ctrlKey: true, altKey: true, thirdLevel: true }),
      '[',
    ],
    ['a German bracket on Linux', press('[', 'Digit8', { thirdLevel: true }), '['],
    ['a dead accent', press('Dead', 'BracketLeft'), '['],
    ['a Russian letter', press('л', 'KeyK', { ctrlKey: true }), '$mod+k'],
  ])('of %s', (_what, given, binding) => {
    expect(strokeOf(given, false)).toBe(binding)
    const [stroke] = parseBinding(binding, false)
    expect(stroke && strokeMatches(stroke, given)).toBe(true)
  })

  it('is ⌘ where that is the mod key', () => {
    expect(strokeOf(press('k', 'KeyK', { metaKey: true }), true)).toBe('$mod+k')
    expect(strokeOf(press('k', 'KeyK', { ctrlKey: true }), true)).toBe('ctrl+k')
    expect(strokeOf(press('k', 'KeyK', { metaKey: true }), false)).toBe('meta+k')
    const option = press('˚', 'KeyK', { altKey: true, thirdLevel: true })
    expect(strokeOf(option, true)).toBe('alt+k')
  })

  it.each(['Shift', 'Control', 'AltGraph', 'Process', 'CapsLock'])('is none of %s alone', key => {
    expect(strokeOf(press(key), false)).toBeUndefined()
  })
})

describe('keys that browsers keep', () => {
  it.each([
    ['$mod+w', false, true],
    ['Shift+$mod+N', false, true],
    ['g $mod+t', false, true],
    ['alt+f4', false, true],
    ['alt+f4', true, false],
    ['$mod+q', true, true],
    ['$mod+q', false, false],
    ['$mod+k', false, false],
    ['hyper+k', false, false],
  ])('%s (on a Mac: %s): %s', (binding, mac, reserved) => {
    expect(isReserved(binding, mac)).toBe(reserved)
  })
})
