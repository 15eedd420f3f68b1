import { describe, expect, it } from 'vitest'
import { bindingLabels, parseBinding } from '../../../../src/core/commands/keys/keys.js'

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
  ])('the binding %s is parsed', (binding, [key, ...modifiers]) => {
    const [stroke, ...more] = parseBinding(binding, false)
    expect(more).toEqual([])
    expect(stroke).toEqual({
      ...{ key, ctrl: modifiers.includes('ctrl'), meta: false, alt: modifiers.includes('alt') },
      shift: modifiers.includes('shift'),
    })
  })

  it('a sequence is parsed into consecutive strokes', () => {
    expect(parseBinding('g  f', false).map(({ key }) => key)).toEqual(['g', 'f'])
  })

  it.each(['hyper+k', '$mod+', ''])('the binding "%s" is refused', binding => {
    expect(() => parseBinding(binding, false)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })

  it('bindings are labeled with the names on the keyboard', () => {
    expect(bindingLabels('$mod+Shift+f', false)).toEqual(['Ctrl+Shift+F'])
    expect(bindingLabels('$mod+Shift+f', true)).toEqual(['⇧⌘F'])
    expect(bindingLabels('g f', false)).toEqual(['G', 'F'])
    expect(bindingLabels('space', false)).toEqual(['Space'])
    expect(bindingLabels('f5', false)).toEqual(['F5'])
    expect(bindingLabels('alt+ArrowLeft', false)).toEqual(['Alt+←'])
    const german: Readonly<Record<string, string>> = { Ctrl: 'Strg', Shift: 'Umschalt', Del: 'Entf' }
    const name = (english: string) => german[english] ?? english
    expect(bindingLabels('$mod+Shift+delete', false, name)).toEqual(['Strg+Umschalt+Entf'])
    expect(bindingLabels('$mod+Shift+f', true, name)).toEqual(['⇧⌘F'])
  })
})
