import { describe, expect, it } from 'vitest'
import {
  bindingLabels,
  bindingsClash,
  type KeyPress,
  parseBinding,
  strokeMatches,
} from '../../../src/core/commands/keys.js'

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

describe('a key binding', () => {
  it.each([
    ['$mod+k', ['k', 'ctrl']],
    ['Ctrl+Shift+F', ['f', 'ctrl', 'shift']],
    ['?', ['?']],
    ['+', ['+']],
    ['$mod++', ['+', 'ctrl']],
    ['space', [' ']],
    ['Escape', ['escape']],
    ['$mod+.', ['.', 'ctrl']],
    [' alt+ArrowLeft ', ['arrowleft', 'alt']],
  ])('reads %s', (binding, [key, ...modifiers]) => {
    const [stroke, ...more] = parseBinding(binding, false)
    expect(more).toEqual([])
    expect(stroke).toEqual({
      key,
      ctrl: modifiers.includes('ctrl'),
      meta: false,
      alt: modifiers.includes('alt'),
      shift: modifiers.includes('shift'),
    })
  })

  it('reads a sequence as strokes one after the other', () => {
    expect(parseBinding('g  f', false).map(({ key }) => key)).toEqual(['g', 'f'])
  })

  it.each(['hyper+k', '$mod+', ''])('refuses "%s"', binding => {
    expect(() => parseBinding(binding, false)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })

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

  it('goes by the letter, not the place, where there is one', () => {
    const azertyA = press('a', { code: 'KeyQ' })
    expect([matches('a', azertyA), matches('q', azertyA)]).toEqual([true, false])
  })

  it.each(['Process', 'Unidentified'])('is not the %s of an input method', key => {
    expect(matches('k', press(key, { code: 'KeyK' }))).toBe(false)
  })

  it.each([
    ['$mod+k', 'ctrl+k', true],
    ['g', 'g f', true],
    ['g f', 'g t', false],
    ['$mod+k', '$mod+Shift+k', false],
    ['k', 'l', false],
  ])('%s against %s: clash %s', (a, b, clash) => {
    expect(bindingsClash(parseBinding(a, false), parseBinding(b, false))).toBe(clash)
    expect(bindingsClash(parseBinding(b, false), parseBinding(a, false))).toBe(clash)
  })

  it('is shown as keyboards name it', () => {
    expect(bindingLabels('$mod+Shift+f', false)).toEqual(['Ctrl+Shift+F'])
    expect(bindingLabels('$mod+Shift+f', true)).toEqual(['⇧⌘F'])
    expect(bindingLabels('g f', false)).toEqual(['G', 'F'])
    expect(bindingLabels('space', false)).toEqual(['Space'])
    expect(bindingLabels('alt+ArrowLeft', false)).toEqual(['Alt+←'])
  })
})
