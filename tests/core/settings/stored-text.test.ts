import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { memoryStorage } from '../../../src/core/platform/memory-platform.js'
import { defineSettings } from '../../../src/core/settings/section.js'
import { rounds } from '../../support/rounds.js'
import { neck, settingsWith } from './settings-parts.js'

const storedNeck = (value: unknown) => ({
  acmeNeck: typeof value === 'string' ? value : JSON.stringify(value),
})

describe('settings of an older version', () => {
  it.each([
    ['step by step', { scale: 'G Major', capo: '2', mirrored: true, version: '1' }],
    ['from their own version on, as a number too', { scale: 'G Major', capo: 2, mirrored: true, version: 2 }],
  ])('are taken over %s', (_how, stored) => {
    const { settings, notices } = settingsWith(storedNeck(stored))
    expect(settings.store(neck).getState()).toEqual({ scale: 'G Major', capo: 2, leftHanded: true })
    expect(notices).toEqual([])
  })

  it('are written in the new form with the next change', () => {
    const { settings, storedNow } = settingsWith(storedNeck({ capo: 2, mirrored: true, version: '2' }))
    settings.store(neck).change({ scale: 'D Major' })
    expect(storedNow('acmeNeck')).toEqual({ scale: 'D Major', capo: 2, leftHanded: true, version: '3' })
  })

  it('give way to the defaults where a step fails, and the old text is kept', () => {
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
})

describe('settings of a newer version', () => {
  const text = JSON.stringify({ scale: { tonic: 'G' }, version: '4' })

  it('are left as they are, and the defaults serve meanwhile', () => {
    const { settings, storage, notices } = settingsWith(storedNeck(text))
    expect(settings.store(neck).getState()).toEqual(neck.defaults)
    expect(storage.get('acmeNeck')).toBe(text)
    expect(notices).toMatchObject([{ kind: 'warning', code: 'settings_newer', values: { title: 'Neck' } }])
  })

  it('are put aside under their version before the first change is written', () => {
    const { settings, storage, storedNow } = settingsWith(storedNeck(text))
    settings.store(neck).change({ capo: 1 })
    settings.store(neck).change({ capo: 2 })
    expect(storage.get('acmeNeck.v4')).toBe(text)
    expect(storedNow('acmeNeck')).toMatchObject({ capo: 2, version: '3' })
  })

  it('are not overwritten where they cannot be put aside', () => {
    const { settings, storage, notices } = settingsWith(storedNeck(text))
    const { set } = storage
    storage.set = (key, value) => {
      if (key.includes('.v')) throw new Error('QuotaExceededError')
      set(key, value)
    }
    settings.store(neck).change({ capo: 1 })
    expect(storage.get('acmeNeck')).toBe(text)
    expect(settings.store(neck).getState().capo).toBe(1)
    expect(notices.at(-1)).toMatchObject({ code: 'settings_not_stored' })
  })
})

describe('broken settings', () => {
  it.each(['{"capo": ', '', 'null', '[1]', '"text"', '7'])('give way to the defaults: %s', text => {
    const { settings, storage, notices } = settingsWith(storedNeck(text))
    expect(settings.store(neck).getState()).toEqual(neck.defaults)
    expect(storage.get('acmeNeck.broken')).toBe(text)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({
      ...{ kind: 'warning', source: 'core', code: 'settings_broken' },
      values: { title: 'Neck', key: 'acmeNeck.broken' },
      // Translated with the words of whose section it is.
      texts: { title: { source: 'core', message: 'Neck' } },
    })
  })

  it('keep their good fields, and only the bad ones get their defaults', () => {
    const text = JSON.stringify({ scale: 'E Phrygian', capo: 99, leftHanded: 'yes', version: '3' })
    const { settings, storage, storedNow, notices, logged } = settingsWith(storedNeck(text))
    expect(settings.store(neck).getState()).toEqual({ scale: 'E Phrygian', capo: 0, leftHanded: false })
    expect(storage.get('acmeNeck.broken')).toBe(text)
    expect(notices).toHaveLength(1)
    expect(JSON.stringify(logged[0]?.details)).toContain('capo')
    // They are put right where they lie, so that the next start has nothing to say.
    const right = { scale: 'E Phrygian', capo: 0, leftHanded: false, version: '3' }
    expect(storedNow('acmeNeck')).toEqual(right)
    const next = settingsWith({}, storage)
    expect([next.settings.store(neck).getState().scale, next.notices]).toEqual(['E Phrygian', []])
  })

  it('stay where they are while they cannot be put aside, which is said once', () => {
    const text = '{"capo":'
    const full = memoryStorage(storedNeck(text))
    full.set = () => {
      throw new Error('QuotaExceededError')
    }
    const { settings, notices } = settingsWith({}, full)
    settings.store(neck).change({ capo: 3 })
    expect(settings.store(neck).getState().capo).toBe(3)
    expect(full.get('acmeNeck')).toBe(text)
    expect(notices.map(({ code }) => code)).toEqual(['settings_broken', 'settings_not_stored'])
  })

  it('are stored again as soon as there is room, and said again when it is gone', () => {
    const storage = memoryStorage()
    const { set } = storage
    const full = () => {
      throw new Error('QuotaExceededError')
    }
    const { settings, notices } = settingsWith({}, storage)
    const change = (capo: number, put: typeof set) => {
      storage.set = put
      settings.store(neck).change({ capo })
    }
    change(1, full)
    change(2, full)
    change(3, set)
    expect(storage.get('acmeNeck')).toContain('"capo":3')
    change(4, full)
    expect(notices.map(({ code }) => code)).toEqual(['settings_not_stored', 'settings_not_stored'])
  })

  it('keep fields that are only good together', () => {
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

  it('keep optional fields that the defaults do not name', () => {
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
    'with a version that is none (%s) keep their good fields',
    version => {
      const { settings, notices } = settingsWith(storedNeck(`{"capo":6,"version":${version}}`))
      expect(settings.store(neck).getState()).toEqual({ ...neck.defaults, capo: 6 })
      expect(notices).toMatchObject([{ code: 'settings_broken' }])
    },
  )

  it('never stop the application, whatever the text, and always leave values that the schema accepts', () => {
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
