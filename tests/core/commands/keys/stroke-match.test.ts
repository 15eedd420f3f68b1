import { describe, expect, it } from 'vitest'
import { type KeyPress, parseBinding } from '../../../../src/core/commands/keys/keys.js'
import { strokeMatches } from '../../../../src/core/commands/keys/stroke-match.js'

const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
})
const matches = (binding: string, given: KeyPress, mac = false) => {
  const [stroke] = parseBinding(binding, mac)
  return stroke !== undefined && strokeMatches(stroke, given)
}

describe('a stroke', () => {
  it('means ⌘ by $mod on a Mac, and Ctrl elsewhere', () => {
    const [meta, ctrl] = [press('k', { metaKey: true }), press('k', { ctrlKey: true })]
    expect([matches('$mod+k', meta, true), matches('$mod+k', ctrl, true)]).toEqual([true, false])
    expect([matches('$mod+k', meta, false), matches('$mod+k', ctrl, false)]).toEqual([false, true])
  })

  it('wants exactly its modifiers', () => {
    expect(matches('$mod+k', press('k', { ctrlKey: true, altKey: true }))).toBe(false)
    expect(matches('k', press('k', { ctrlKey: true }))).toBe(false)
    expect(matches('$mod+Shift+f', press('F', { ctrlKey: true, shiftKey: true }))).toBe(true)
    expect(matches('$mod+f', press('F', { ctrlKey: true, shiftKey: true }))).toBe(false)
    expect(matches('f', press('F', { shiftKey: true }))).toBe(false)
    expect(matches('k', press('K'))).toBe(true)
  })

  it.each([
    ['an English', press('?', { code: 'Slash', shiftKey: true })],
    ['a German', press('?', { code: 'Minus', shiftKey: true })],
    ['a layout that has it without shift', press('?', { code: 'KeyQ' })],
  ])('finds ? on %s keyboard', (_layout, given) => {
    expect(matches('?', given)).toBe(true)
  })

  it('goes by the place of the key where the layout has no Latin letters', () => {
    const cyrillic = press('л', { code: 'KeyK', ctrlKey: true })
    expect(matches('$mod+k', cyrillic)).toBe(true)
    expect(matches('$mod+Shift+k', cyrillic)).toBe(false)
    expect(matches('$mod+k', { ...cyrillic, key: 'Л', shiftKey: true })).toBe(false)
    expect(matches('$mod+Shift+k', { ...cyrillic, key: 'Л', shiftKey: true })).toBe(true)
  })

  it('goes by the place of the key where Alt makes a sign of it', () => {
    expect(matches('alt+k', press('˚', { code: 'KeyK', altKey: true }), true)).toBe(true)
    expect(matches('alt+n', press('Dead', { code: 'KeyN', altKey: true }), true)).toBe(true)
    expect(matches('alt+k', press('', { code: 'KeyK', altKey: true, shiftKey: true }), true)).toBe(false)
  })

  it.each(['Process', 'Unidentified'])('is not the %s of an input method', key => {
    expect(matches('k', press(key, { code: 'KeyK' }))).toBe(false)
  })

  // Layout, what is pressed, the bindings that it runs, and near ones that it does not.
  it.each<[string, string, KeyPress, string[], string[]]>([
    ['US', '1', press('1', { code: 'Digit1' }), ['1'], ['2', '!', 'shift+1']],
    ['US', 'shift and 1', press('!', { code: 'Digit1', shiftKey: true }), ['shift+1', '!'], ['1']],
    ['US', '1 on the number pad', press('1', { code: 'Numpad1' }), ['1'], ['end']],
    ['US', '1 on the pad without its lock', press('End', { code: 'Numpad1' }), ['end'], ['1']],
    ['US', 'Ctrl and /', press('/', { code: 'Slash', ctrlKey: true }), ['$mod+/'], ['/', '$mod+?']],
    ['German', 'ü', press('ü', { code: 'BracketLeft' }), ['[', 'ü'], [']', 'u', 'shift+[']],
    ['German', 'ö', press('ö', { code: 'Semicolon' }), [';', 'ö'], ['o']],
    ['German', 'ß', press('ß', { code: 'Minus' }), ['-', 'ß'], ['s']],
    ['German', '-', press('-', { code: 'Slash' }), ['-'], ['/']],
    ['German', '´', press('Dead', { code: 'Equal' }), ['='], ['-']],
    ['German', 'z', press('z', { code: 'KeyY' }), ['z'], ['y']],
    ['German', 'y', press('y', { code: 'KeyZ' }), ['y'], ['z']],
    ['German', '#', press('#', { code: 'Backslash' }), ['#'], ['\\']],
    ['German', '/', press('/', { code: 'Digit7', shiftKey: true }), ['/', 'shift+7'], ['7', '&']],
    [
      'German Windows',
      'AltGr and 8',
      press('[', { code: 'Digit8', ctrlKey: true, altKey: true, thirdLevel: true }),
      ['['],
      ['8', '$mod+[', 'alt+['],
    ],
    ['German Linux', 'AltGr and 8', press('[', { code: 'Digit8', thirdLevel: true }), ['['], [']']],
    [
      'German Mac',
      'Option and 5',
      press('[', { code: 'Digit5', altKey: true, thirdLevel: true }),
      ['[', 'alt+5'],
      ['5', 'alt+['],
    ],
    ['French', '&', press('&', { code: 'Digit1' }), ['1', '&'], ['shift+1', '2']],
    ['French', 'shift and &', press('1', { code: 'Digit1', shiftKey: true }), ['shift+1'], ['1', '!']],
    ['French', 'é', press('é', { code: 'Digit2' }), ['2', 'é'], ['e']],
    ['French', 'Ctrl and &', press('&', { code: 'Digit1', ctrlKey: true }), ['$mod+1'], ['1']],
    ['French', ',', press(',', { code: 'KeyM' }), [','], ['m']],
    ['French', 'm', press('m', { code: 'Semicolon' }), ['m'], [';']],
    ['French', '!', press('!', { code: 'Slash' }), ['!'], ['/', 'shift+1']],
    ['French', 'a', press('a', { code: 'KeyQ' }), ['a'], ['q']],
    ['French', '^', press('Dead', { code: 'BracketLeft' }), ['['], [']']],
    ['Dvorak', '.', press('.', { code: 'KeyE' }), ['.'], ['e', ',']],
    ['Dvorak', "'", press("'", { code: 'KeyQ' }), ["'"], ['q']],
    ['Dvorak', 's', press('s', { code: 'Semicolon' }), ['s'], [';']],
    ['Dvorak', '-', press('-', { code: 'Quote' }), ['-'], ["'"]],
    ['Dvorak', '5', press('5', { code: 'Digit5' }), ['5'], ['%']],
    ['Russian', 'л', press('л', { code: 'KeyK' }), ['k', 'л'], ['shift+k', 'l']],
    ['Russian', 'х', press('х', { code: 'BracketLeft' }), ['[', 'х'], [']', 'x']],
    ['Russian', 'ю', press('ю', { code: 'Period' }), ['.', 'ю'], [',']],
    ['Russian', '.', press('.', { code: 'Slash' }), ['.'], ['/']],
    ['Russian', 'ё', press('ё', { code: 'Backquote' }), ['`', 'ё'], ['e']],
    ['Russian', '3', press('3', { code: 'Digit3' }), ['3'], ['№']],
    ['any', '1 on a screen', press('1'), ['1'], ['!']],
  ])('on a %s keyboard: %s', (_layout, _what, given, wanted, others) => {
    expect(wanted.filter(binding => !matches(binding, given))).toEqual([])
    expect(others.filter(binding => matches(binding, given))).toEqual([])
  })
})
