// @vitest-environment happy-dom
// Escape gives up what takes a while.
import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, expect, it, test, vi } from 'vitest'
import { useEscape } from '../../../src/plugins/library/ui/import-progress.js'

afterEach(() => document.body.replaceChildren())

const watched = () => {
  const giveUp = vi.fn<() => void>()
  return { giveUp, ...renderHook(() => useEscape(giveUp)) }
}

it('Escape gives up once, and no longer when there is nothing to wait for', () => {
  const { giveUp, unmount } = watched()
  // `false`: it is handled.
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
  fireEvent.keyDown(document.body, { key: 'e' })
  unmount()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(giveUp).toHaveBeenCalledOnce()
})

test.each([
  ['a menu', '<div role="menu"><button>Open</button></div>', false],
  ['a list of choices', '<div role="listbox"><button>Open</button></div>', false],
  ['what is unfolded', '<button aria-expanded="true">Open</button>', false],
  ['a dialog wherever the focus is', '<div role="dialog" aria-modal="true"></div>', false],
  ['an input method that composes', '', true],
])('Escape is for %s first', (_, html, isComposing) => {
  const { giveUp } = watched()
  document.body.innerHTML = html
  fireEvent.keyDown(document.body.querySelector('button') ?? document.body, { key: 'Escape', isComposing })
  expect(giveUp).not.toHaveBeenCalled()
})
