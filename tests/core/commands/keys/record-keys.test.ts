import { expect, it } from 'vitest'
import { strokeOf } from '../../../../src/core/commands/keys/key-changes.js'
import {
  isReserved,
  type KeyPress,
  parseBinding,
  strokeMatches,
} from '../../../../src/core/commands/keys/keys.js'

const press = (key: string, code = '', rest: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...rest,
})

it.each<[string, KeyPress, string]>([
  ['a letter', press('k', 'KeyK'), 'k'],
  ['a letter with shift', press('K', 'KeyK', { shiftKey: true }), 'shift+k'],
  ['Ctrl and a letter', press('k', 'KeyK', { ctrlKey: true }), '$mod+k'],
  ['all modifiers', press('F', 'KeyF', { ctrlKey: true, altKey: true, shiftKey: true }), '$mod+alt+shift+f'],
  ['space', press(' ', 'Space'), 'space'],
  ['an arrow', press('ArrowLeft', 'ArrowLeft', { altKey: true }), 'alt+arrowleft'],
  ['a function key', press('F5', 'F5'), 'f5'],
  ['plus', press('+', 'BracketRight', { ctrlKey: true }), '$mod++'],
  ['a symbol with shift', press('?', 'Slash', { shiftKey: true }), '?'],
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
])('records %s', (_what, given, binding) => {
  expect(strokeOf(given, false)).toBe(binding)
  const [stroke] = parseBinding(binding, false)
  expect(stroke && strokeMatches(stroke, given)).toBe(true)
})

it('records $mod for ⌘ on a Mac and for Ctrl on other systems', () => {
  expect(strokeOf(press('k', 'KeyK', { metaKey: true }), true)).toBe('$mod+k')
  expect(strokeOf(press('k', 'KeyK', { ctrlKey: true }), true)).toBe('ctrl+k')
  expect(strokeOf(press('k', 'KeyK', { metaKey: true }), false)).toBe('meta+k')
  const option = press('˚', 'KeyK', { altKey: true, thirdLevel: true })
  expect(strokeOf(option, true)).toBe('alt+k')
})

it.each(['Shift', 'Control', 'AltGraph', 'Process', 'CapsLock'])(
  'the key %s alone is not recorded as a keystroke',
  key => {
    expect(strokeOf(press(key), false)).toBeUndefined()
  },
)

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
])('keys reserved by the browser are detected: %s (on a Mac: %s): %s', (binding, mac, reserved) => {
  expect(isReserved(binding, mac)).toBe(reserved)
})

const pressed = (key: string, { code = '', ...rest }: Partial<KeyPress> = {}) => press(key, code, rest)
const matches = (binding: string, given: KeyPress, mac = false) => {
  const [stroke] = parseBinding(binding, mac)
  return stroke !== undefined && strokeMatches(stroke, given)
}

it('$mod matches ⌘ on a Mac and Ctrl on other systems', () => {
  const [meta, ctrl] = [pressed('k', { metaKey: true }), pressed('k', { ctrlKey: true })]
  expect([matches('$mod+k', meta, true), matches('$mod+k', ctrl, true)]).toEqual([true, false])
  expect([matches('$mod+k', meta, false), matches('$mod+k', ctrl, false)]).toEqual([false, true])
})

it('a symbol typed with Alt matches the physical key', () => {
  expect(matches('alt+k', pressed('˚', { code: 'KeyK', altKey: true }), true)).toBe(true)
  expect(matches('alt+n', pressed('Dead', { code: 'KeyN', altKey: true }), true)).toBe(true)
  expect(matches('alt+k', pressed('', { code: 'KeyK', altKey: true, shiftKey: true }), true)).toBe(false)
})

it.each(['Process', 'Unidentified'])('the input method event key %s matches no binding', key => {
  expect(matches('k', pressed(key, { code: 'KeyK' }))).toBe(false)
})

// Columns: layout, pressed keys, key event, matching bindings, similar bindings that must not match.
it.each<[string, string, KeyPress, string[], string[]]>([
  ['US', '1', pressed('1', { code: 'Digit1' }), ['1'], ['2', '!', 'shift+1']],
  ['US', 'shift and 1', pressed('!', { code: 'Digit1', shiftKey: true }), ['shift+1', '!'], ['1']],
  ['US', '1 on the number pad', pressed('1', { code: 'Numpad1' }), ['1'], ['end']],
  ['US', '1 on the pad without its lock', pressed('End', { code: 'Numpad1' }), ['end'], ['1']],
  ['US', '?', pressed('?', { code: 'Slash', shiftKey: true }), ['?'], ['/']],
  ['US', 'Ctrl and /', pressed('/', { code: 'Slash', ctrlKey: true }), ['$mod+/'], ['/', '$mod+?']],
  ['German', 'ü', pressed('ü', { code: 'BracketLeft' }), ['[', 'ü'], [']', 'u', 'shift+[']],
  ['German', '?', pressed('?', { code: 'Minus', shiftKey: true }), ['?'], ['-']],
  ['German', 'ö', pressed('ö', { code: 'Semicolon' }), [';', 'ö'], ['o']],
  ['German', 'ß', pressed('ß', { code: 'Minus' }), ['-', 'ß'], ['s']],
  ['German', '-', pressed('-', { code: 'Slash' }), ['-'], ['/']],
  ['German', '´', pressed('Dead', { code: 'Equal' }), ['='], ['-']],
  ['German', 'z', pressed('z', { code: 'KeyY' }), ['z'], ['y']],
  ['German', 'y', pressed('y', { code: 'KeyZ' }), ['y'], ['z']],
  ['German', '#', pressed('#', { code: 'Backslash' }), ['#'], ['\\']],
  ['German', '/', pressed('/', { code: 'Digit7', shiftKey: true }), ['/', 'shift+7'], ['7', '&']],
  [
    'German Windows',
    'AltGr and 8',
    pressed('[', { code: 'Digit8', ctrlKey: true, altKey: true, thirdLevel: true }),
    ['['],
    ['8', '$mod+[', 'alt+['],
  ],
  ['German Linux', 'AltGr and 8', pressed('[', { code: 'Digit8', thirdLevel: true }), ['['], [']']],
  [
    'German Mac',
    'Option and 5',
    pressed('[', { code: 'Digit5', altKey: true, thirdLevel: true }),
    ['[', 'alt+5'],
    ['5', 'alt+['],
  ],
  ['French', '&', pressed('&', { code: 'Digit1' }), ['1', '&'], ['shift+1', '2']],
  ['French', 'shift and &', pressed('1', { code: 'Digit1', shiftKey: true }), ['shift+1'], ['1', '!']],
  ['French', 'é', pressed('é', { code: 'Digit2' }), ['2', 'é'], ['e']],
  ['French', 'Ctrl and &', pressed('&', { code: 'Digit1', ctrlKey: true }), ['$mod+1'], ['1']],
  ['French', ',', pressed(',', { code: 'KeyM' }), [','], ['m']],
  ['French', 'm', pressed('m', { code: 'Semicolon' }), ['m'], [';']],
  ['French', '!', pressed('!', { code: 'Slash' }), ['!'], ['/', 'shift+1']],
  ['French', 'a', pressed('a', { code: 'KeyQ' }), ['a'], ['q']],
  ['French', '^', pressed('Dead', { code: 'BracketLeft' }), ['['], [']']],
  ['Dvorak', '.', pressed('.', { code: 'KeyE' }), ['.'], ['e', ',']],
  ['Dvorak', "'", pressed("'", { code: 'KeyQ' }), ["'"], ['q']],
  ['Dvorak', 's', pressed('s', { code: 'Semicolon' }), ['s'], [';']],
  ['Dvorak', '-', pressed('-', { code: 'Quote' }), ['-'], ["'"]],
  ['Dvorak', '5', pressed('5', { code: 'Digit5' }), ['5'], ['%']],
  ['Russian', 'л', pressed('л', { code: 'KeyK' }), ['k', 'л'], ['shift+k', 'l']],
  ['Russian', 'х', pressed('х', { code: 'BracketLeft' }), ['[', 'х'], [']', 'x']],
  ['Russian', 'ю', pressed('ю', { code: 'Period' }), ['.', 'ю'], [',']],
  ['Russian', '.', pressed('.', { code: 'Slash' }), ['.'], ['/']],
  ['Russian', 'ё', pressed('ё', { code: 'Backquote' }), ['`', 'ё'], ['e']],
  ['Russian', '3', pressed('3', { code: 'Digit3' }), ['3'], ['№']],
  ['odd', '? without shift', pressed('?', { code: 'KeyQ' }), ['?'], ['q']],
  ['any', '1 on a screen', pressed('1'), ['1'], ['!']],
])(
  'on a keyboard with layout %s, only the expected bindings match %s',
  (_layout, _what, given, wanted, others) => {
    expect(wanted.filter(binding => !matches(binding, given))).toEqual([])
    expect(others.filter(binding => matches(binding, given))).toEqual([])
  },
)
