import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, expect, it, test, vi } from 'vitest'
import { useEscape } from '../../../src/plugins/library/ui/import-progress.js'
import { tabMemory } from '../../../src/plugins/library/ui/tab-memory.js'

function load(type: 'navigate' | 'reload') {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  return tabMemory('fretworkOpenSong')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('tab storage survives reloads and visits to other pages, but not a link to another song', () => {
  load('navigate').write('tune')
  expect([load('reload').before, load('navigate').before]).toEqual(['tune', 'tune'])
  window.history.replaceState(null, '', '/fretboard?scale=A-minor')
  expect([load('navigate').before, load('reload').before]).toEqual([undefined, 'tune'])
  window.history.replaceState(null, '', '/')
})

it('a file in tab storage stays unchanged until it is cleared', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
  const memory = load('navigate')
  expect([memory.writeFile(bytes), load('reload').readFile()]).toEqual([true, bytes])
  memory.write(undefined)
  expect(load('reload').readFile()).toBeUndefined()
})

afterEach(() => document.body.replaceChildren())

const watched = () => {
  const giveUp = vi.fn<() => void>()
  return { giveUp, ...renderHook(() => useEscape(giveUp)) }
}

it('Escape cancels only once and does nothing after the wait has ended', () => {
  const { giveUp, unmount } = watched()
  // `fireEvent` returns false if the handler calls `preventDefault`.
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
  fireEvent.keyDown(document.body, { key: 'e' })
  unmount()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(giveUp).toHaveBeenCalledOnce()
})

test.each([
  ['a menu', '<div role="menu"><button>Open</button></div>', false],
  ['a list of choices', '<div role="listbox"><button>Open</button></div>', false],
  ['an expanded control', '<button aria-expanded="true">Open</button>', false],
  ['a dialog without focus', '<div role="dialog" aria-modal="true"></div>', false],
  ['an input method during composition', '', true],
])('Escape closes or cancels %s first', (_, html, isComposing) => {
  const { giveUp } = watched()
  document.body.innerHTML = html
  fireEvent.keyDown(document.body.querySelector('button') ?? document.body, { key: 'Escape', isComposing })
  expect(giveUp).not.toHaveBeenCalled()
})
