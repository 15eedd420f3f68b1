// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { usePaletteItems } from '../../src/app/palette/results/palette-items.js'
import { resetCommandId } from '../../src/core/commands/settings-commands.js'
import { NOTICE, type Notice } from '../../src/core/events/notices.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../src/core/react/kernel-context.js'
import {
  changeOf,
  hasDefaults,
  type SettingsFormField,
  settingsFields,
} from '../../src/core/settings/settings-fields.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { cookieOf, goodServer, tokenOf } from '../core/auth/session.js'
import { fakeTransport } from '../core/http/fake-transport.js'

/** Someone logged in before the whole application, and what the palette answers them. */
async function palette(language: string) {
  const platform = memoryPlatform({ languages: [language], cookies: { fretwork: cookieOf(tokenOf()) } })
  const { transport } = fakeTransport(goodServer())
  const kernel = await createTestKernel({ plugins: PLUGINS, platform, transport })
  const sections = () =>
    kernel.settings.sections.getState().filter(section => settingsFields(section).length > 0)
  const resets = () =>
    sections().map(section => resetCommandId(kernel.settings.sourceOf(section), section.id))
  // They come with the log-in.
  await vi.waitFor(() => expect(resets().every(id => kernel.commands.find(id))).toBe(true))
  const wrapper = ({ children }: { children: ReactNode }) => (
    <KernelProvider kernel={kernel}>{children}</KernelProvider>
  )
  const hook = renderHook(({ search }) => usePaletteItems(search), { wrapper, initialProps: { search: '' } })
  const ids = (search: string) => {
    hook.rerender({ search })
    return hook.result.current.rows.flatMap(row => (typeof row === 'string' ? [] : row.id))
  }
  return { kernel, sections, resets, ids }
}

describe.each(['en', 'de'])('the palette over all settings, in %s', language => {
  it('never answers the name of a section or a field with a reset', async () => {
    const { kernel, sections, resets, ids } = await palette(language)
    const words = (source: string, text: string) => [text, kernel.translator.t(source, text)]
    const named = sections().flatMap(section => {
      const source = kernel.settings.sourceOf(section)
      const titles = words(source, section.title)
      const fields = settingsFields(section).flatMap(({ title }) => words(source, title))
      return [
        ...[...titles, ...fields].flatMap(title => [title, ...title.split(' ')]),
        ...titles.flatMap(title => [`${title} settings`, `settings ${title}`, `${title} re`]),
      ]
    })
    const wrong = ['scale', 'neck', 'midi', 'settings', ...named].filter(query =>
      ids(query).some(id => resets().includes(id)),
    )
    expect(wrong).toEqual([])
  })

  it('finds each reset by its verb', async () => {
    const { resets, ids } = await palette(language)
    const verb = language === 'de' ? 'zurücksetzen' : 'reset'
    expect(ids(verb)).toEqual(expect.arrayContaining(resets()))
  })
})

/** Takes a field to any other value that its section allows. @returns whether there is one */
function changed(store: { getState(): object; change(state: object): void }, field: SettingsFormField) {
  const { kind, byDefault, choices = [], minimum = 0, maximum = minimum + 1, path } = field
  const others: Partial<Record<typeof kind, readonly unknown[]>> = {
    boolean: [byDefault !== true],
    integer: [minimum, maximum, ...choices],
    number: [minimum, maximum],
    list: [[], [minimum], ['a']],
  }
  const tried = others[kind] ?? [...choices, 'x', 'de', 'a:b']
  return tried.some(value => {
    if (JSON.stringify(value) === JSON.stringify(byDefault)) return false
    try {
      store.change(changeOf(store.getState(), path, value))
      return true
    } catch {
      // What this section does not allow is not what the test is about.
      return false
    }
  })
}

describe('a reset from the palette', () => {
  it('offers the way back to every field of every section, as it was', async () => {
    const { kernel, sections } = await palette('en')
    const posted: Notice[] = []
    kernel.events.on(NOTICE, notice => posted.push(notice))
    const untouched: string[] = []
    for (const section of sections()) {
      const store = kernel.settings.store(section)
      const fields = settingsFields(section)
      untouched.push(...fields.filter(field => !changed(store, field)).map(({ title }) => title))
      const before = store.getState()
      expect(hasDefaults(before, fields)).toBe(false)
      const id = resetCommandId(kernel.settings.sourceOf(section), section.id)
      expect(await kernel.commands.execute(id)).toMatchObject({ ok: true })
      expect(hasDefaults(store.getState(), fields)).toBe(true)
      expect(posted.at(-1)).toMatchObject({ values: { section: section.title }, action: { label: 'Undo' } })
      posted.at(-1)?.action?.run()
      expect(store.getState()).toEqual(before)
    }
    expect(untouched).toEqual([])
  })
})
