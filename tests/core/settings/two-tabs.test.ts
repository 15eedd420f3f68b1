// Two tabs on one storage, of one version or of two: neither loses what the other has set.
import { expect, it } from 'vitest'
import { memoryStorage } from '../../../src/core/platform/memory-platform.js'
import { neck, settingsWith } from './settings-parts.js'

const newerText = JSON.stringify({ scale: { tonic: 'G' }, version: '4' })

it('a change keeps what the other tab has stored, although it was not heard of yet', () => {
  const storage = memoryStorage()
  const [left, right] = [settingsWith({}, storage), settingsWith({}, storage)]
  right.settings.store(neck)
  left.settings.store(neck).change({ capo: 4 })
  right.settings.store(neck).change({ scale: 'A Minor' })
  expect(right.settings.store(neck).getState()).toMatchObject({ capo: 4, scale: 'A Minor' })
  expect(left.storedNow('acmeNeck')).toMatchObject({ capo: 4, scale: 'A Minor' })
})

it('a newer version in another tab changes nothing here, and is news only once', () => {
  const { settings, storage, notices } = settingsWith()
  const store = settings.store(neck)
  store.change({ capo: 7 })
  storage.change('acmeNeck', newerText)
  storage.change('acmeNeck', newerText.replace('G', 'D'))
  expect(store.getState().capo).toBe(7)
  expect(notices).toMatchObject([{ kind: 'info', code: 'settings_newer' }])
})

it('a text broken by another tab is put right here', () => {
  const { settings, storage, storedNow, notices } = settingsWith()
  const store = settings.store(neck)
  store.change({ capo: 2 })
  storage.change('acmeNeck', '{"scale":"A Minor","capo":-1,"leftHanded":false,"version":"3"}')
  expect(store.getState()).toEqual({ scale: 'A Minor', capo: 0, leftHanded: false })
  expect(storedNow('acmeNeck')).toMatchObject({ scale: 'A Minor', capo: 0 })
  expect(notices).toMatchObject([{ code: 'settings_broken' }])
})

it('another tenant begins with its own defaults, not with the values of the one before', () => {
  const { settings, tenant } = settingsWith({ bravoNeck: newerText })
  const store = settings.store(neck)
  store.change({ capo: 7 })
  tenant.key = 'bravo'
  settings.reread()
  expect(store.getState()).toEqual(neck.defaults)
})
