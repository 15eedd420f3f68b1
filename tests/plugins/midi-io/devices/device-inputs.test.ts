import { expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../../src/core/platform/memory-platform.js'
import { BEND_RANGE_CHANGED } from '../../../../src/plugins/midi-io/tokens.js'
import { midiBytes } from '../../../support/midi-bytes.js'
import { damp, GK3, KEYS, makeDevices, STANDARD, strum } from '../support/make-devices.js'

const UKULELE = { name: 'Ukulele', strings: [69, 64, 60, 67], capo: 0 }

function recognised(setting: Parameters<typeof makeDevices>[0] = {}) {
  const made = makeDevices(setting)
  for (const bytes of [...strum(), ...damp(), ...strum(), ...damp()]) made.play(bytes)
  made.heard.length = 0
  return made
}

const guitarOf = ({ devices }: Pick<ReturnType<typeof makeDevices>, 'devices'>, index = 0) =>
  devices.view.getState()[index]?.guitar

/** Formats note events as on or off, number and string. */
const reported = ({ heard }: Pick<ReturnType<typeof makeDevices>, 'heard'>) =>
  heard.flatMap(event =>
    event.kind === 'note' ? [`${event.on ? 'on' : 'off'} ${event.number} ${event.string ?? '-'}`] : [],
  )

it('disabling an input releases its held notes and ignores new messages', () => {
  const made = makeDevices()
  const { devices, heard, input, play } = made
  play([0x90, 60, 100])
  play([0xb0, 64, 127])
  devices.setUp('gk3', { enabled: false })
  expect(input.soundingNotes()).toBe(0)
  expect(heard.slice(2).map(({ raw }) => raw)).toEqual(midiBytes('80 60 64, b0 64 0'))
  expect([play([0x90, 62, 100]), play([0x80, 60, 64])]).toEqual([undefined, undefined])
  expect(heard).toHaveLength(4)
})

it('an input with a new ID stays disabled if its name and manufacturer are unchanged', () => {
  const storage = memoryStorage()
  makeDevices({ storage }).devices.setUp('gk3', { enabled: false })
  expect(JSON.parse(storage.get('fretworkMidiDevices') ?? '')).toMatchObject({
    version: '1',
    inputs: [{ id: 'gk3', name: 'GK-3', manufacturer: 'Roland', enabled: false }],
  })
  const namesakes = [
    { id: 'a', name: 'GK-3', manufacturer: 'Boss' },
    { id: 'b', name: 'GK-5', manufacturer: 'Roland' },
  ]
  const others = makeDevices({ storage, ports: namesakes })
  expect(others.devices.view.getState().map(({ enabled }) => enabled)).toEqual([true, true])
  const again = makeDevices({ storage, ports: [KEYS, { ...GK3, id: 'other' }] })
  expect(again.devices.view.getState()).toMatchObject([
    { id: 'keys', enabled: true },
    { id: 'other', enabled: false },
  ])
  again.devices.setUp('other', { enabled: true })
  expect(again.store.getState().inputs).toMatchObject([{ id: 'other', enabled: true }])
})

it('devices with the same name keep separate settings, even after a reconnect', () => {
  const twin = { ...GK3, id: 'twin' }
  const { devices, plugged } = makeDevices({ ports: [GK3, twin] })
  devices.setUp('gk3', { enabled: false })
  plugged([twin])
  expect(devices.view.getState()).toMatchObject([{ id: 'twin', enabled: true }])
  plugged([twin, GK3])
  expect(devices.view.getState()).toMatchObject([
    { id: 'twin', enabled: true },
    { id: 'gk3', enabled: false },
  ])
})

it('a device setting changed in another tab applies immediately', () => {
  const { devices, input, play, store } = makeDevices()
  play([0x90, 60, 100])
  devices.setUp('gk3', { firstChannel: 2 })
  const [kept] = store.getState().inputs
  store.change({ inputs: kept ? [{ ...kept, enabled: false }] : [] })
  expect(input.soundingNotes()).toBe(0)
  expect(devices.view.getState()).toMatchObject([{ enabled: false }])
})

it.each([
  ['input_unknown', 'unknown', {}],
  ['guitar_channels', 'gk3', { firstChannel: 12 }],
  ['settings_invalid', 'gk3', { bendRange: 97 }],
])('an invalid device setting is rejected with %s', (code, id, change) => {
  const { devices, store } = makeDevices()
  expect(() => devices.setUp(id, change)).toThrow(expect.objectContaining({ code }))
  expect(store.getState().inputs).toEqual([])
})

it('a note-off is assigned to the string of its note-on', () => {
  const made = recognised()
  for (const bytes of [...strum(), ...damp()]) made.play(bytes)
  expect(reported(made)).toEqual([
    ...['on 64 1', 'on 59 2', 'on 55 3', 'on 50 4', 'on 45 5', 'on 40 6'],
    ...['off 64 1', 'off 59 2', 'off 55 3', 'off 50 4', 'off 45 5', 'off 40 6'],
  ])
})

it('a guitar is recognized immediately after a reconnect and in the next session', () => {
  const first = makeDevices()
  for (const bytes of [...strum(), ...damp(), ...strum(), ...damp()]) first.play(bytes)
  first.plugged([])
  first.plugged([GK3])
  expect(first.devices.view.getState()).toMatchObject([{ guitar: { active: true, mode: 'auto' } }])
  first.play([0x94, 50, 100])
  expect(first.heard.at(-1)).toMatchObject({ number: 50, string: 5 })

  const next = makeDevices({ storage: first.storage })
  next.play([0x94, 50, 100])
  expect(next.heard.at(-1)).toMatchObject({ string: 5 })
  // Two notes held on one channel rule out a guitar. That result is also stored.
  next.play([0x94, 55, 100])
  next.play([0x94, 57, 100])
  expect(next.devices.view.getState()).toMatchObject([{ guitar: { active: false } }])
  const last = makeDevices({ storage: first.storage })
  expect(last.devices.view.getState()).toMatchObject([{ guitar: { active: false } }])
})

it('string detection is turned off by messages that can’t have come from a guitar', () => {
  const made = recognised()
  made.play([0x90, 64, 100])
  made.play([0x99, 36, 100])
  made.play([0x91, 59, 100])
  made.play([0x80, 64, 0])
  expect(guitarOf(made)?.active).toBe(false)
  expect(reported(made)).toEqual(['on 64 1', 'on 36 -', 'on 59 -', 'off 64 1'])
})

it('the user can mark an input as a guitar and choose its channels', () => {
  const made = makeDevices()
  made.devices.setUp('gk3', { guitar: 'on', firstChannel: 11, reversed: true })
  for (const bytes of strum(11)) made.play(bytes)
  made.play([0x90, 50, 100])
  expect(reported(made).slice(0, 7)).toEqual([
    ...['on 64 6', 'on 59 5', 'on 55 4', 'on 50 3', 'on 45 2', 'on 40 1'],
    'on 50 -',
  ])
})

it('a tuning mismatch is reported again after the tuning has changed', () => {
  const made = recognised()
  made.play([0x90, 63, 100])
  made.neck.setState({ ...STANDARD, capo: 2 }, true)
  expect(guitarOf(made)?.mismatch).toBe(false)
  made.play([0x91, 61, 100])
  expect(guitarOf(made)?.mismatch).toBe(false)
  made.play([0x91, 60, 100])
  expect([guitarOf(made)?.mismatch, made.posted.length]).toEqual([true, 2])
})

it('a guitar with more strings than the neck is reported as a mismatch', () => {
  const made = makeDevices({ neckStrings: UKULELE })
  made.devices.setUp('gk3', { guitar: 'on' })
  made.play([0x95, 40, 100])
  expect([guitarOf(made)?.mismatch, reported(made)]).toEqual([true, ['on 40 -']])
})

it('pitch bend uses the device’s bend range and is updated before its event is emitted', () => {
  const { bends, events, play } = makeDevices()
  const seen: number[] = []
  events.on({ id: 'midi-io.event' }, () => seen.push(bends.bendOf('gk3', 1)))
  play([0xe0, 0, 0])
  for (const bytes of midiBytes('b0 101 0, b0 100 0, b0 6 12')) play(bytes)
  expect(seen).toEqual([-2, -2, -2, -12])
  expect([bends.bendOf('gk3', 2), bends.bendOf('unknown', 1)]).toEqual([0, 0])
  expect(bends.rangeOf('unknown', 1)).toBe(2)
})

it('a configured bend range applies immediately and after a reconnect', () => {
  const { bends, devices, events, play, plugged } = makeDevices()
  const changed = vi.fn()
  events.on(BEND_RANGE_CHANGED, changed)
  play([0xe0, 0, 0])
  devices.setUp('gk3', { bendRange: 24 })
  expect(changed).toHaveBeenCalledWith('gk3')
  expect(bends.bendOf('gk3', 1)).toBe(-24)
  plugged([])
  expect(bends.bendOf('gk3', 1)).toBe(0)
  plugged([GK3])
  expect(bends.rangeOf('gk3', 1)).toBe(24)
  devices.setUp('gk3', { bendRange: 0 })
  expect(bends.rangeOf('gk3', 1)).toBe(2)
})
