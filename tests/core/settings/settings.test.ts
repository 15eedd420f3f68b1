import { describe, expect, it } from 'vitest'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import { memoryStorage } from '../../../src/core/platform/memory-platform.js'
import { neck, settingsWith } from './settings-parts.js'

function thrownBy(act: () => void): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
}

describe('a settings store', () => {
  it('has the defaults while nothing is stored, and stores nothing by being read', () => {
    const { settings, storage, notices } = settingsWith()
    expect(settings.store(neck).getState()).toEqual({ scale: 'C Major', capo: 0, leftHanded: false })
    expect(storage.get('acmeNeck')).toBeUndefined()
    expect(notices).toEqual([])
  })

  it('keeps a change under the key of tenant and section, with the version', () => {
    const { settings, storedNow } = settingsWith()
    settings.store(neck).change({ capo: 3 })
    expect(storedNow('acmeNeck')).toEqual({ scale: 'C Major', capo: 3, leftHanded: false, version: '3' })
  })

  it('reads back what an earlier run stored', () => {
    const { settings, storage } = settingsWith()
    settings.store(neck).change({ scale: 'A Minor', leftHanded: true })
    const later = settingsWith({}, storage)
    expect(later.settings.store(neck).getState()).toEqual({ scale: 'A Minor', capo: 0, leftHanded: true })
  })

  it('is one per section, so that all who ask see the same change', () => {
    const { settings } = settingsWith()
    const heard: number[] = []
    settings.store(neck).subscribe(({ capo }) => heard.push(capo))
    settings.store(neck).change({ capo: 5 })
    expect(heard).toEqual([5])
  })

  it('refuses what the schema refuses, naming the field, and changes nothing then', () => {
    const { settings, storage } = settingsWith()
    const store = settings.store(neck)
    const refusal = thrownBy(() => store.change({ scale: 'E Dorian', capo: 25 }))
    expect(refusal).toBeInstanceOf(FretworkError)
    expect(refusal).toMatchObject({ code: 'settings_invalid', message: expect.stringContaining('"capo"') })
    expect(store.getState().scale).toBe('C Major')
    expect(storage.get('acmeNeck')).toBeUndefined()
  })

  it('goes back to the defaults', () => {
    const { settings, storedNow } = settingsWith()
    const store = settings.store(neck)
    store.change({ capo: 7 })
    store.reset()
    expect(store.getState()).toEqual(neck.defaults)
    expect(storedNow('acmeNeck')).toEqual({ ...neck.defaults, version: '3' })
  })

  it('follows a change made in another tab, and does not store it again', () => {
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

  it('no longer follows other tabs once the settings are disposed', () => {
    const { settings, storage } = settingsWith()
    const store = settings.store(neck)
    settings.dispose()
    storage.change('acmeNeck', JSON.stringify({ capo: 9, version: '3' }))
    expect(store.getState().capo).toBe(0)
  })

  it('reads again when the tenant turns out to be another', () => {
    const { settings, tenant } = settingsWith({ bravoNeck: JSON.stringify({ capo: 2, version: '3' }) })
    const store = settings.store(neck)
    tenant.key = 'bravo'
    settings.reread()
    expect(store.getState().capo).toBe(2)
  })

  it('keeps a change in memory and says so when the host cannot store it', () => {
    const storage = {
      ...memoryStorage(),
      set: () => {
        throw new Error('QuotaExceededError')
      },
    }
    const { settings, notices, logged } = settingsWith({}, storage)
    settings.store(neck).change({ capo: 4 })
    expect(settings.store(neck).getState().capo).toBe(4)
    expect(notices).toMatchObject([{ kind: 'error', code: 'settings_not_stored', values: { title: 'Neck' } }])
    expect(logged).toMatchObject([{ level: 'warn', details: ['QuotaExceededError'] }])
  })
})

describe('the list of sections', () => {
  it('holds what plugins contribute, for as long as they do', () => {
    const { settings } = settingsWith()
    const lengths: number[] = []
    settings.sections.subscribe(sections => lengths.push(sections.length))
    const registration = settings.register(neck)
    expect(settings.sections.getState()).toEqual([neck])
    registration.dispose()
    registration.dispose()
    expect(lengths).toEqual([1, 0])
  })

  it('knows whose a section is', () => {
    const { settings } = settingsWith()
    const guitar = { ...neck, id: 'Guitar' }
    settings.register(guitar, 'fretboard')
    settings.register(neck)
    expect(settings.sourceOf(guitar)).toBe('fretboard')
    expect(settings.sourceOf(neck)).toBe('core')
  })

  it('goes by the new schema when a plugin comes back with another one', () => {
    const { settings } = settingsWith({ acmeNeck: '{"capo":20,"version":"3"}' })
    settings.register(neck).dispose()
    expect(settings.store(neck).getState().capo).toBe(20)
    const next = { ...neck, defaults: { ...neck.defaults, scale: 'E Minor' } }
    settings.register(next)
    expect(settings.store(next).getState()).toEqual({ scale: 'E Minor', capo: 20, leftHanded: false })
  })
})
