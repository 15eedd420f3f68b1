import { expect, it } from 'vitest'
import { bindingLabels, parseBinding } from '../../../../src/core/commands/keys/keys.js'

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
])('parses the binding %s', (binding, [key, ...modifiers]) => {
  const [stroke, ...more] = parseBinding(binding, false)
  expect(more).toEqual([])
  expect(stroke).toEqual({
    ...{ key, ctrl: modifiers.includes('ctrl'), meta: false, alt: modifiers.includes('alt') },
    shift: modifiers.includes('shift'),
  })
})

it('parses a sequence into consecutive keystrokes', () => {
  expect(parseBinding('g  f', false).map(({ key }) => key)).toEqual(['g', 'f'])
})

it.each(['hyper+k', '$mod+', ''])('rejects the binding "%s"', binding => {
  expect(() => parseBinding(binding, false)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
})

it('binding labels use the names printed on the keyboard', () => {
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
