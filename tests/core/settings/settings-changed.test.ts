// The event that reports which settings are different now, and from what to what.
import { expect, it } from 'vitest'
import { SETTINGS_CHANGED, type SettingsChange } from '../../../src/core/settings/settings.js'
import { neck, settingsWith } from './settings-parts.js'

function listening(stored: Record<string, string> = {}) {
  const made = settingsWith(stored)
  const heard: SettingsChange[] = []
  made.events.on(SETTINGS_CHANGED, change => void heard.push(change))
  return { ...made, heard }
}

it('names the section and every field that changed, after the change is in force and stored', () => {
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

it('says nothing of a change that changes nothing, and nothing of one that was refused', () => {
  const { settings, heard } = listening()
  const store = settings.store(neck)
  let reported = 0
  store.subscribe(() => reported++)
  store.change({ capo: 0 })
  store.reset()
  expect(() => store.change({ capo: 99 })).toThrow()
  expect(heard).toEqual([])
  expect(reported).toBe(0)
})

it('comes with a reset and with a change made in another tab', () => {
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

it('does not come with reading what is stored, older versions and broken texts included', () => {
  const { settings, heard } = listening({ acmeNeck: '{"capo":2,"mirrored":true,"version":"2"}' })
  expect(settings.store(neck).getState().leftHanded).toBe(true)
  const broken = listening({ acmeNeck: '{"capo":' })
  broken.settings.store(neck)
  expect([...heard, ...broken.heard]).toEqual([])
})
