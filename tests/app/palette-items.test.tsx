// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { hostCommands } from '../../src/app/host-commands.js'
import { usePaletteItems } from '../../src/app/palette/palette-items.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../src/core/react/kernel-context.js'
import { kernelWith, makePlugin } from '../core/kernel/make-plugin.js'

const neck = makePlugin(
  'neck',
  {
    title: 'Fretboard',
    contributes: {
      commands: [
        { id: 'neck.show-notes', title: 'Show all notes' },
        { id: 'neck.show-octaves', title: 'Show octaves', when: "route == '/fretboard'" },
        { id: 'neck.secret', title: 'Show nothing', hidden: true },
      ],
    },
    locales: {
      de: async () => ({ default: { 'Show all notes': 'Alle Töne zeigen', Fretboard: 'Griffbrett' } }),
    },
  },
  { commands: { 'neck.show-notes': () => undefined, 'neck.show-octaves': () => undefined } },
)

async function palette(stored: Record<string, string> = {}) {
  const kernel = await kernelWith([neck], { platform: memoryPlatform({ stored }) })
  hostCommands(kernel)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <KernelProvider kernel={kernel}>{children}</KernelProvider>
  )
  const { result, rerender } = renderHook(({ search }) => usePaletteItems(search), {
    wrapper,
    initialProps: { search: '' },
  })
  const titles = (search: string) => {
    rerender({ search })
    return result.current.map(({ title }) => title)
  }
  return { kernel, result, titles }
}

describe('the items of the palette', () => {
  it.each([
    ['tf', 'Toggle fullscreen'],
    ['shwo', 'Show all notes'],
    ['all n', 'Show all notes'],
  ])('answer "%s" with %s first', async (search, wanted) => {
    const { titles } = await palette()
    expect(titles(search)[0]).toBe(wanted)
  })

  it('are the commands that can be used here and now', async () => {
    const { kernel, titles } = await palette()
    expect(titles('show')).not.toContain('Show octaves')
    act(() => kernel.commands.setContext('route', '/fretboard'))
    expect(titles('show')).toContain('Show octaves')
    expect(titles('show')).not.toContain('Show nothing')
    expect(titles('')).not.toContain('Log out')
    act(() => kernel.commands.setContext('loggedIn', true))
    expect(titles('')).toContain('Log out')
  })

  it('never begin with the log-out, which Enter alone would choose', async () => {
    const { kernel, titles } = await palette()
    act(() => kernel.commands.setContext('loggedIn', true))
    expect(titles('')[0]).not.toBe('Log out')
  })

  it('go and come with their plugin', async () => {
    const { kernel, titles } = await palette()
    await act(() => kernel.host.disable('neck'))
    expect(titles('')).not.toContain('Show all notes')
    await act(() => kernel.host.enable('neck'))
    expect(titles('')).toContain('Show all notes')
  })

  it("are in the user's language, and found by their English names too", async () => {
    const { kernel, result, titles } = await palette()
    await act(() => kernel.translator.setLanguage('de'))
    expect(titles('show all')[0]).toBe('Alle Töne zeigen')
    expect(titles('tone')[0]).toBe('Alle Töne zeigen')
    expect(result.current[0]?.section).toBe('Griffbrett')
  })

  it('put what is used first, among equals', async () => {
    const { kernel, result, titles } = await palette()
    act(() => kernel.commands.setContext('route', '/fretboard'))
    const unused = titles('show')
    titles('show octaves')
    await act(async () => result.current[0]?.run?.())
    expect(kernel.platform.storage.get('fretworkCommandUses')).toContain('neck.show-octaves')
    expect(unused[0]).not.toBe('Show all notes')
    titles('show all')
    await act(async () => result.current[0]?.run?.())
    await act(async () => result.current[0]?.run?.())
    titles('')
    expect(titles('show').slice(0, 2)).toEqual(['Show all notes', 'Show octaves'])
  })

  it('are there with broken JSON where their use is kept', async () => {
    const { titles } = await palette({ fretworkCommandUses: '{"half' })
    expect(titles('tf')[0]).toBe('Toggle fullscreen')
  })
})
