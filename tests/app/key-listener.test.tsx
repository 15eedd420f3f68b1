import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { KeyListener } from '../../src/app/key-listener.js'
import { DONE } from '../../src/core/events/app-events.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../src/core/react/kernel-context.js'
import { kernelWith } from '../core/kernel/make-plugin.js'

/** Renders focusable elements and commands with the given shortcuts. */
async function page(keys: readonly string[], mac = false) {
  const kernel = await kernelWith([], { platform: { ...memoryPlatform(), mac } })
  const ran: string[] = []
  for (const key of keys) {
    const command = { id: `test.${key}`, title: `Run ${key}`, keys: [key] }
    kernel.commands.register(command, 'test', () => void ran.push(key))
  }
  const { unmount } = render(
    <KernelProvider kernel={kernel}>
      <KeyListener />
      <p data-testid="page">Text</p>
      <input data-testid="field" />
      <button type="button" data-testid="button">
        Press
      </button>
      <div role="slider" data-testid="slider" aria-valuenow={1} tabIndex={0} />
      <input type="checkbox" data-testid="checkbox" />
      <select data-testid="select">
        <option>A</option>
        <option>X</option>
      </select>
      <input readOnly aria-haspopup="listbox" data-testid="list" />
    </KernelProvider>,
    { wrapper: MantineProvider },
  )
  /** Dispatches a key press. @returns false if its default action was prevented */
  const press = (key: string, at = 'page', rest: KeyboardEventInit = {}) =>
    fireEvent.keyDown(screen.getByTestId(at), { key, code: '', ...rest })
  return { kernel, ran, press, unmount }
}

it('a shortcut runs its command and prevents the default action', async () => {
  const { ran, press } = await page(['x', '$mod+k'])
  expect([press('x'), press('k', 'page', { ctrlKey: true }), press('y')]).toEqual([false, false, true])
  expect(ran).toEqual(['x', '$mod+k'])
})

it('running a shortcut announces the command’s title or result', async () => {
  const { kernel, press } = await page(['x'])
  kernel.commands.register({ id: 'test.y', title: 'Y', keys: ['y'] }, 'test', () => 'Bar 3')
  const said: string[] = []
  kernel.events.on(DONE, ({ text }) => void said.push(text))
  press('x')
  press('y')
  await vi.waitFor(() => expect(said).toEqual(['Run x', 'Bar 3']))
})

it('keydown events without a key, as sent by browsers on autofill, are ignored', async () => {
  const { ran, press } = await page(['x', '$mod+k'])
  const failed = vi.fn((event: Event) => event.preventDefault())
  window.addEventListener('error', failed)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const filled = () => screen.getByTestId('field').dispatchEvent(new Event('keydown', { bubbles: true }))
  expect(filled).not.toThrow()
  window.removeEventListener('error', failed)
  expect(failed).not.toHaveBeenCalled()
  expect(logged).not.toHaveBeenCalled()
  press('x')
  expect(ran).toEqual(['x'])
})

it('holding a key down runs its command only once', async () => {
  const { ran, press } = await page(['$mod+k'])
  press('k', 'page', { ctrlKey: true, code: 'KeyK' })
  expect(press('k', 'page', { ctrlKey: true, code: 'KeyK', repeat: true })).toBe(false)
  expect([press('y', 'page', { code: 'KeyY', repeat: true }), ran]).toEqual([true, ['$mod+k']])
})

it.each([
  ['a letter', 'field', 'x'],
  ['Enter', 'button', 'enter'],
  ['space', 'button', 'space'],
  ['space', 'checkbox', 'space'],
  ['an arrow', 'slider', 'arrowleft'],
  ['a letter', 'select', 'x'],
  ['space', 'select', 'space'],
  ['Enter', 'select', 'enter'],
  ['an arrow', 'select', 'arrowleft'],
  ['a letter', 'list', 'x'],
  ['an arrow', 'list', 'arrowleft'],
  ['Enter', 'list', 'enter'],
])('typing %s in a focused %s does not run a shortcut', async (_what, at, binding) => {
  const key = { enter: 'Enter', space: ' ', arrowleft: 'ArrowLeft' }[binding] ?? binding
  const { ran, press } = await page([binding])
  expect([press(key, at), ran]).toEqual([true, []])
  press(key)
  expect(ran).toEqual([binding])
})

it.each([
  ['a letter', 'button', 'x', 'x'],
  ['a letter', 'checkbox', 'x', 'x'],
  ['an arrow', 'button', 'arrowleft', 'ArrowLeft'],
])('a shortcut with %s runs while a %s has focus', async (_what, at, binding, key) => {
  const { ran, press } = await page([binding])
  press(key, at)
  expect(ran).toEqual([binding])
})

it.each(['select', 'list'])('a shortcut with a modifier runs while a %s has focus', async at => {
  const { ran, press } = await page(['shift+r', 'shift+arrowleft', '$mod+arrowup', '$mod+enter'])
  press('R', at, { shiftKey: true, code: 'KeyR' })
  press('ArrowLeft', at, { shiftKey: true })
  press('ArrowUp', at, { ctrlKey: true })
  press('Enter', at, { ctrlKey: true })
  expect(ran).toEqual(['shift+r', 'shift+arrowleft', '$mod+arrowup', '$mod+enter'])
})

it('Alt with an arrow key opens a focused select', async () => {
  const { ran, press } = await page(['alt+arrowdown'])
  expect([press('ArrowDown', 'select', { altKey: true }), ran]).toEqual([true, []])
})

it('characters typed with the Option key on a Mac go to the text field', async () => {
  const { ran, press } = await page(['alt+k'], true)
  press('˚', 'field', { altKey: true, code: 'KeyK' })
  expect(ran).toEqual([])
  press('˚', 'page', { altKey: true, code: 'KeyK' })
  expect(ran).toEqual(['alt+k'])
})

it('key sequence continuations appear and then disappear', async () => {
  const { kernel, ran, press } = await page(['g f', 'g s', 'x'])
  expect(press('g')).toBe(false)
  const box = await screen.findByRole('status')
  await waitFor(() => expect(box.textContent).toBe('GthenFRun g fSRun g s'))
  act(() => void press('s'))
  expect([box.textContent, ran]).toEqual(['', ['g s']])
  act(() => void press('g'))
  expect(box.textContent).toContain('Run g f')
  await act(() => kernel.platform.clock.advance(3000))
  expect(box.textContent).toBe('')
  act(() => void press('g'))
  act(() => void press('Escape'))
  expect(box.textContent).toBe('')
  act(() => void press('g'))
  fireEvent.blur(window)
  press('s')
  expect(ran).toEqual(['g s'])
})

it('unmounting removes all listeners and timers', async () => {
  const { kernel, ran, press, unmount } = await page(['x', 'g f'])
  press('g')
  const body = screen.getByTestId('page')
  unmount()
  fireEvent.keyDown(body, { key: 'x' })
  fireEvent.keyDown(window, { key: 'x' })
  expect([ran, kernel.platform.clock.pending]).toEqual([[], 0])
})
