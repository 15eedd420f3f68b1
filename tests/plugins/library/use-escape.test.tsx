// @vitest-environment happy-dom
// Escape gives up what takes a while.
import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useEscape } from '../../../src/plugins/library/ui/import-progress.js'

afterEach(() => document.body.replaceChildren())

const within = (html: string) => {
  document.body.innerHTML = html
  return document.body.querySelector('button') ?? document.body
}
const watched = () => {
  const giveUp = vi.fn<() => void>()
  return { giveUp, ...renderHook(() => useEscape(giveUp)) }
}
const ESCAPE = { key: 'Escape' }

describe('Escape', () => {
  it('gives up once, and no longer when there is nothing to wait for', () => {
    const { giveUp, unmount } = watched()
    // `false`: it is handled.
    expect(fireEvent.keyDown(document.body, ESCAPE)).toBe(false)
    fireEvent.keyDown(document.body, { key: 'e' })
    expect(giveUp).toHaveBeenCalledOnce()
    unmount()
    fireEvent.keyDown(document.body, ESCAPE)
    expect(giveUp).toHaveBeenCalledOnce()
  })

  it.each([
    ['a menu', '<div role="menu"><button>Open</button></div>'],
    ['a list of choices', '<div role="listbox"><button>Open</button></div>'],
    ['what is unfolded', '<button aria-expanded="true">Open</button>'],
  ])('closes %s first', (_, html) => {
    const { giveUp } = watched()
    fireEvent.keyDown(within(html), ESCAPE)
    expect(giveUp).not.toHaveBeenCalled()
  })

  it('is that of a dialog wherever the focus is, and of an input method that composes', () => {
    const { giveUp } = watched()
    within('<div role="dialog" aria-modal="true"></div>')
    fireEvent.keyDown(document.body, ESCAPE)
    within('')
    fireEvent.keyDown(document.body, { ...ESCAPE, isComposing: true })
    expect(giveUp).not.toHaveBeenCalled()
  })
})
