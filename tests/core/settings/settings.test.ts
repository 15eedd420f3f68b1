import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import { memoryStorage } from '../../../src/core/platform/memory-platform.js'
import { languageSettings } from '../../../src/core/settings/core-settings.js'
import { defineSettings } from '../../../src/core/settings/section.js'
import { SETTINGS_CHANGED, type SettingsChange } from '../../../src/core/settings/settings.js'
import { rounds } from '../../support/rounds.js'
import { neck, settingsWith } from './settings-parts.js'

const noRoom = (): never => {
  throw new Error('QuotaExceededError')
}

function thrownBy(act: () => void): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
}

describe('settings stores', () => {
  it('empty storage yields the default settings, and reading them writes nothing', () => {
    const { settings, storage, notices } = settingsWith()
    expect(settings.store(neck).getState()).toEqual({ scale: 'C Major', capo: 0, leftHanded: false })
    expect([storage.get('acmeNeck'), notices]).toEqual([undefined, []])
  })

  it('a settings change rejected by the schema reports the field and changes nothing', () => {
    const { settings, storage } = settingsWith()
    const store = settings.store(neck)
    const refusal = thrownBy(() => store.change({ scale: 'E Dorian', capo: 25 }))
    expect(refusal).toBeInstanceOf(FretworkError)
    expect(refusal).toMatchObject({ code: 'settings_invalid', message: expect.stringContaining('"capo"') })
    expect([store.getState().scale, storage.get('acmeNeck')]).toEqual(['C Major', undefined])
  })

  it('a settings store adopts a change from another tab without writing it again', () => {
    const { settings, storage } = settingsWith()
    const store = settings.store(neck)
    const text = JSON.stringify({ capo: 9, version: '3' })
    storage.change('acmeNeck', text)
    storage.change('acmeOther', '{"capo": 1}')
    expect(store.getState()).toEqual({ scale: 'C Major', capo: 9, leftHanded: false })
    expect(storage.get('acmeNeck')).toBe(text)
    storage.change('acmeNeck')
    expect(store.getState()).toEqual(neck.defaults)
  })

  it('disposed settings ignore other tabs', () => {
    const { settings, storage } = settingsWith()
    const store = settings.store(neck)
    settings.dispose()
    storage.change('acmeNeck', JSON.stringify({ capo: 9, version: '3' }))
    expect(store.getState().capo).toBe(0)
  })

  it('a settings change that cannot be stored is kept in memory, with a notice', () => {
    const { settings, notices, logged } = settingsWith({}, { ...memoryStorage(), set: noRoom })
    settings.store(neck).change({ capo: 4 })
    expect(settings.store(neck).getState().capo).toBe(4)
    expect(notices).toMatchObject([{ kind: 'error', code: 'settings_not_stored', values: { title: 'Neck' } }])
    expect(logged).toMatchObject([{ level: 'warn', details: ['QuotaExceededError'] }])
  })
})

it('a settings section is listed while its plugin contributes it', () => {
  const { settings } = settingsWith()
  const lengths: number[] = []
  settings.sections.subscribe(sections => lengths.push(sections.length))
  const registration = settings.register(neck)
  expect(settings.sections.getState()).toEqual([neck])
  registration.dispose()
  registration.dispose()
  expect(lengths).toEqual([1, 0])
})

it('a settings section’s source is the plugin that contributed it, or the core', () => {
  const { settings } = settingsWith()
  const guitar = { ...neck, id: 'Guitar' }
  settings.register(guitar, 'fretboard')
  settings.register(neck)
  expect([settings.sourceOf(guitar), settings.sourceOf(neck)]).toEqual(['fretboard', 'core'])
})

it('a plugin updated with a different schema reads its stored values by the new schema', () => {
  const { settings } = settingsWith({ acmeNeck: '{"capo":20,"version":"3"}' })
  settings.register(neck).dispose()
  expect(settings.store(neck).getState().capo).toBe(20)
  const next = { ...neck, defaults: { ...neck.defaults, scale: 'E Minor' } }
  settings.register(next)
  expect(settings.store(next).getState()).toEqual({ scale: 'E Minor', capo: 20, leftHanded: false })
})

// Tests with two tabs that share one storage, in the same or different app versions

const newerText = JSON.stringify({ scale: { tonic: 'G' }, version: '4' })

it('changing settings keeps values that another tab has just stored', () => {
  const storage = memoryStorage()
  const [left, right] = [settingsWith({}, storage), settingsWith({}, storage)]
  right.settings.store(neck)
  left.settings.store(neck).change({ capo: 4 })
  right.settings.store(neck).change({ scale: 'A Minor' })
  expect(right.settings.store(neck).getState()).toMatchObject({ capo: 4, scale: 'A Minor' })
  expect(left.storedNow('acmeNeck')).toMatchObject({ capo: 4, scale: 'A Minor' })
})

it('a newer app version in another tab does not change this tab and is reported once', () => {
  const { settings, storage, notices } = settingsWith()
  const store = settings.store(neck)
  store.change({ capo: 7 })
  storage.change('acmeNeck', newerText)
  storage.change('acmeNeck', newerText.replace('G', 'D'))
  expect(store.getState().capo).toBe(7)
  expect(notices).toMatchObject([{ kind: 'info', code: 'settings_newer' }])
})

it('settings corrupted by another tab are repaired', () => {
  const { settings, storage, storedNow, notices } = settingsWith()
  const store = settings.store(neck)
  store.change({ capo: 2 })
  storage.change('acmeNeck', '{"scale":"A Minor","capo":-1,"leftHanded":false,"version":"3"}')
  expect(store.getState()).toEqual({ scale: 'A Minor', capo: 0, leftHanded: false })
  expect(storedNow('acmeNeck')).toMatchObject({ scale: 'A Minor', capo: 0 })
  expect(notices).toMatchObject([{ code: 'settings_broken' }])
})

it('another tenant starts with its own defaults, not the previous tenant’s values', () => {
  const { settings, tenant } = settingsWith({ bravoNeck: newerText })
  const store = settings.store(neck)
  store.change({ capo: 7 })
  tenant.key = 'bravo'
  settings.reread()
  expect(store.getState()).toEqual(neck.defaults)
})

// Records settings change events with their old and new values.

function listening(stored: Record<string, string> = {}) {
  const made = settingsWith(stored)
  const heard: SettingsChange[] = []
  made.events.on(SETTINGS_CHANGED, change => void heard.push(change))
  return { ...made, heard }
}

it('the settings change event is emitted after storing and includes the section and changed fields', () => {
  const { settings, events, storedNow, heard } = listening()
  const store = settings.store(neck)
  const seen: unknown[] = []
  events.on(SETTINGS_CHANGED, () => void seen.push(store.getState().capo, storedNow('acmeNeck')))
  store.change({ capo: 3, scale: 'A Minor', leftHanded: false })
  expect(heard).toEqual([
    {
      section: 'Neck',
      changed: [
        { field: 'scale', from: 'C Major', to: 'A Minor' },
        { field: 'capo', from: 0, to: 3 },
      ],
    },
  ])
  expect(seen).toEqual([3, { scale: 'A Minor', capo: 3, leftHanded: false, version: '3' }])
})

it('no settings change event is emitted for rejected or ineffective changes', () => {
  const { settings, heard } = listening()
  const store = settings.store(neck)
  let reported = 0
  store.subscribe(() => reported++)
  store.change({ capo: 0 })
  store.reset()
  expect(() => store.change({ capo: 99 })).toThrow()
  expect([heard, reported]).toEqual([[], 0])
})

it('resetting settings or changing them in another tab emits a change event', () => {
  const { settings, storage, heard } = listening()
  const store = settings.store(neck)
  store.change({ capo: 3 })
  storage.change('acmeNeck', '{"scale":"C Major","capo":5,"leftHanded":false,"version":"3"}')
  store.reset()
  expect(heard.map(({ changed }) => changed)).toEqual([
    [{ field: 'capo', from: 0, to: 3 }],
    [{ field: 'capo', from: 3, to: 5 }],
    [{ field: 'capo', from: 5, to: 0 }],
  ])
})

it('reading stored settings emits no event, even for older versions and corrupt data', () => {
  const { settings, heard } = listening({ acmeNeck: '{"capo":2,"mirrored":true,"version":"2"}' })
  expect(settings.store(neck).getState().leftHanded).toBe(true)
  const broken = listening({ acmeNeck: '{"capo":' })
  broken.settings.store(neck)
  expect([...heard, ...broken.heard]).toEqual([])
})

it.each([
  ...['auto', 'de', 'pt-BR'].map(language => [language, true] as const),
  ...['', 'German', '../de', 'de-de'].map(language => [language, false] as const),
])('the language "%s" is accepted: %s', (language, allowed) => {
  const store = settingsWith().settings.store(languageSettings)
  if (allowed) store.change({ language })
  else expect(() => store.change({ language })).toThrow('"language"')
  expect(store.getState().language).toBe(allowed ? language : 'auto')
})

const storedNeck = (value: unknown) => ({
  acmeNeck: typeof value === 'string' ? value : JSON.stringify(value),
})

it.each([
  ['from version 1', { scale: 'G Major', capo: '2', mirrored: true, version: '1' }],
  ['from version 2, stored as a number', { scale: 'G Major', capo: 2, mirrored: true, version: 2 }],
])('settings are migrated %s', (_how, stored) => {
  const { settings, notices } = settingsWith(storedNeck(stored))
  expect(settings.store(neck).getState()).toEqual({ scale: 'G Major', capo: 2, leftHanded: true })
  expect(notices).toEqual([])
})

it('a failed migration uses the defaults and keeps the stored text', () => {
  const failing = {
    ...neck,
    migrations: {
      '2': () => {
        throw new Error('no such field')
      },
    },
  }
  const text = '{"capo":2,"version":"2"}'
  const { settings, storage, notices } = settingsWith(storedNeck(text))
  expect(settings.store(failing).getState()).toEqual(neck.defaults)
  expect(storage.get('acmeNeck.broken')).toBe(text)
  expect(notices).toMatchObject([{ code: 'settings_broken' }])
})

it('settings from a newer version are backed up before the first change', () => {
  const { settings, storage, storedNow } = settingsWith(storedNeck(newerText))
  settings.store(neck).change({ capo: 1 })
  settings.store(neck).change({ capo: 2 })
  expect(storage.get('acmeNeck.v4')).toBe(newerText)
  expect(storedNow('acmeNeck')).toMatchObject({ capo: 2, version: '3' })
})

it('settings from a newer version are not overwritten if the backup fails', () => {
  const { settings, storage, notices } = settingsWith(storedNeck(newerText))
  const { set } = storage
  storage.set = (key, value) => {
    if (key.includes('.v')) noRoom()
    set(key, value)
  }
  settings.store(neck).change({ capo: 1 })
  expect(storage.get('acmeNeck')).toBe(newerText)
  expect(settings.store(neck).getState().capo).toBe(1)
  expect(notices.at(-1)).toMatchObject({ code: 'settings_not_stored' })
})

describe('corrupt settings', () => {
  it.each(['{"capo": ', '', 'null', '[1]', '"text"', '7'])(
    'corrupt settings are replaced by the defaults: %s',
    text => {
      const { settings, storage, notices } = settingsWith(storedNeck(text))
      expect(settings.store(neck).getState()).toEqual(neck.defaults)
      expect(storage.get('acmeNeck.broken')).toBe(text)
      expect(notices).toHaveLength(1)
      expect(notices[0]).toMatchObject({
        ...{ kind: 'warning', source: 'core', code: 'settings_broken' },
        values: { title: 'Neck', key: 'acmeNeck.broken' },
        // The title is translated by the section's plugin.
        texts: { title: { source: 'core', message: 'Neck' } },
      })
    },
  )

  it('valid fields of corrupt settings are kept, and invalid fields are reset to their defaults', () => {
    const text = JSON.stringify({ scale: 'E Phrygian', capo: 99, leftHanded: 'yes', version: '3' })
    const { settings, storage, storedNow, notices, logged } = settingsWith(storedNeck(text))
    expect(settings.store(neck).getState()).toEqual({ scale: 'E Phrygian', capo: 0, leftHanded: false })
    expect(storage.get('acmeNeck.broken')).toBe(text)
    expect(notices).toHaveLength(1)
    expect(JSON.stringify(logged[0]?.details)).toContain('capo')
    // Repaired settings are stored so that the next start reports no error.
    const right = { scale: 'E Phrygian', capo: 0, leftHanded: false, version: '3' }
    expect(storedNow('acmeNeck')).toEqual(right)
    const next = settingsWith({}, storage)
    expect([next.settings.store(neck).getState().scale, next.notices]).toEqual(['E Phrygian', []])
  })

  it('corrupt settings that cannot be backed up are kept and reported once', () => {
    const text = '{"capo":'
    const full = { ...memoryStorage(storedNeck(text)), set: noRoom }
    const { settings, notices } = settingsWith({}, full)
    settings.store(neck).change({ capo: 3 })
    expect(settings.store(neck).getState().capo).toBe(3)
    expect(full.get('acmeNeck')).toBe(text)
    expect(notices.map(({ code }) => code)).toEqual(['settings_broken', 'settings_not_stored'])
  })

  it('settings are stored again once space is available, and each new failure is reported', () => {
    const storage = memoryStorage()
    const { set } = storage
    const { settings, notices } = settingsWith({}, storage)
    const change = (capo: number, put: typeof set) => {
      storage.set = put
      settings.store(neck).change({ capo })
    }
    change(1, noRoom)
    change(2, noRoom)
    change(3, set)
    expect(storage.get('acmeNeck')).toContain('"capo":3')
    change(4, noRoom)
    expect(notices.map(({ code }) => code)).toEqual(['settings_not_stored', 'settings_not_stored'])
  })

  it('fields that are valid only in combination are kept together', () => {
    const range = defineSettings<{ from: number; to: number; name: string }>({
      id: 'Range',
      title: 'Range',
      version: '1',
      schema: z
        .object({ from: z.int(), to: z.int(), name: z.string() })
        .check(z.refine(({ from, to }) => from <= to, { path: ['from'], error: 'is above the end' })),
      defaults: { from: 0, to: 5, name: '' },
    })
    const { settings } = settingsWith({
      acmeRange: JSON.stringify({ from: 7, to: 12, name: 3, version: '1' }),
    })
    expect(settings.store(range).getState()).toEqual({ from: 7, to: 12, name: '' })
  })

  it('optional settings fields without a default are kept', () => {
    const named = defineSettings<{ capo: number; label?: string }>({
      id: 'Named',
      title: 'Named',
      version: '1',
      schema: z.object({ capo: z.int(), label: z.optional(z.string()) }),
      defaults: { capo: 0 },
    })
    const { settings } = settingsWith({
      acmeNamed: JSON.stringify({ capo: 'x', label: 'mine', version: '1' }),
      acmeOther: '{}',
    })
    expect(settings.store(named).getState()).toEqual({ capo: 0, label: 'mine' })
  })

  it.each(['"-1000000000000"', '"1.5"', '"latest"', '{}', '-4'])(
    'settings with the invalid version %s keep their valid fields',
    version => {
      const { settings, notices } = settingsWith(storedNeck(`{"capo":6,"version":${version}}`))
      expect(settings.store(neck).getState()).toEqual({ ...neck.defaults, capo: 6 })
      expect(notices).toMatchObject([{ code: 'settings_broken' }])
    },
  )

  it('settings always match the schema, regardless of the stored text', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          scale: fc.anything(),
          capo: fc.anything(),
          leftHanded: fc.anything(),
          version: fc.anything(),
        })
        .map(value => JSON.stringify(value) ?? ''),
    )
    fc.assert(
      fc.property(anything, text => {
        const { settings, storage } = settingsWith(storedNeck(text))
        const value = settings.store(neck).getState()
        expect(neck.schema.safeParse(value).success).toBe(true)
        const kept = [storage.get('acmeNeck'), storage.get('acmeNeck.broken')]
        expect(kept).toContain(text)
      }),
      rounds(300, 20261121),
    )
  })
})
