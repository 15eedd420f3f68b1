// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
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

describe('what a tab keeps', () => {
  it('is there after a reload and after another page, and not where a link shows something else', () => {
    load('navigate').write('tune')
    expect(load('reload').before).toBe('tune')
    expect(load('navigate').before).toBe('tune')
    window.history.replaceState(null, '', '/fretboard?scale=A-minor')
    expect(load('navigate').before).toBeUndefined()
    expect(load('reload').before).toBe('tune')
    window.history.replaceState(null, '', '/')
  })

  it('holds a file as it is, until nothing is kept any more', () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
    const memory = load('navigate')
    expect(memory.writeFile(bytes)).toBe(true)
    expect(load('reload').readFile()).toEqual(bytes)
    memory.write(undefined)
    expect(load('reload').readFile()).toBeUndefined()
  })

  it('has no room for a large file, and does without storage that is blocked', () => {
    expect(load('navigate').writeFile(new Uint8Array(3_000_000))).toBe(false)
    vi.stubGlobal('sessionStorage', {
      setItem() {
        throw new Error('blocked')
      },
    })
    const memory = load('navigate')
    memory.write('tune')
    expect(memory.writeFile(new Uint8Array(3))).toBe(false)
  })
})
