import { expect, it, vi } from 'vitest'
import { readStored } from '../../../src/core/settings/stored-section.js'
import fretboard from '../../../src/plugins/fretboard/index.js'
import { fretboardSettings, panelSettings } from '../../../src/plugins/fretboard/settings.js'
import {
  NECK,
  NECK_VIEW,
  NOW,
  SELECTION,
  SONG_LAYOUT,
  WHOLE_NECK,
} from '../../../src/plugins/fretboard/tokens.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import score from '../../../src/plugins/score/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { positionsNamed } from '../../support/positions-named.js'
import { songNeck } from '../player/song-neck.js'
import { noteOff, noteOn } from './events.js'
import { fretboardKernel } from './fakes.js'

const C_MAJOR = positionsNamed('1:0 2:1 3:0')

it('the stored score layout applies only while the score plugin is enabled', async () => {
  const { kernel } = await songNeck({ plugins: [score], host: 'node' })
  kernel.settings.store(panelSettings).change({ layout: 'score' })
  const layout = () => kernel.get(SONG_LAYOUT).getState()
  expect(layout()).toBe('neck')
  await kernel.host.activate('score')
  expect(layout()).toBe('score')
  await kernel.host.disable('score')
  expect(layout()).toBe('neck')
})

it('a neck opened before MIDI access is granted shows a device’s notes once it is connected', async () => {
  const { kernel, midi, setPermission } = await openKernel({
    plugins: [midiIo, fretboard],
    midi: { permission: 'denied', inputs: [{ id: 'gk3', name: 'GK-3' }] },
    activate: ['midi-io', 'fretboard'],
  })
  const neck = kernel.get(NECK)
  midi.setPermission('granted')
  setPermission('granted')
  await vi.waitFor(() => expect(midi.isListenedTo('gk3')).toBe(true))
  midi.play('gk3', [0x90, 43, 96])
  expect(neck.sounding()).toMatchObject([{ string: 6, fret: 3, pitch: 43 }])
})

it.each([
  ['set-scale', { tonic: 'Eb', scale: 'Dorian' }, { scale: 'Eb Dorian' }],
  ['set-tuning', { tuning: 'DADGAD' }, { tuningId: 2 }],
  ['set-frets', { from: 12, to: 5 }, { fretMin: 5, fretMax: 12 }],
  ['set-capo', { fret: 2 }, { capo: 2 }],
  ['toggle-all-notes', undefined, { showAllNotes: true }],
  ['toggle-octaves', undefined, { showOctaves: false }],
  ['toggle-degrees', undefined, { showDegrees: false }],
  ['toggle-select-mode', undefined, { selectMode: false }],
  ['toggle-left-handed', undefined, { leftHanded: true, nutRight: true }],
  ['toggle-nut-side', undefined, { nutRight: true }],
  ['toggle-one-place', undefined, { onePlace: true }],
  [
    'set-scale-at',
    { tonic: 'A', scale: 'Minor Pentatonic', position: 5 },
    { scale: 'A Minor Pentatonic', positions: 'boxes', position: 4 },
  ],
  // On this neck, box 3 of C major starts at the open strings and box 5 at fret 3.
  ['show-position-at', { fret: 3 }, { positions: 'boxes', position: 4 }],
  ['set-note-names', { names: 'german' }, { noteNaming: 'german' }],
])('the command %s changes the settings', async (command, args, wanted) => {
  const { run, settings } = await fretboardKernel()
  expect(await run(command, args)).toMatchObject({ ok: true })
  expect(settings.getState()).toMatchObject(wanted)
})

it.each([
  ['set-scale', { tonic: 'D', scale: 'Dorian' }, 'both'],
  ['set-tuning', { tuning: 'DADGAD' }, 'both'],
  ['show-chord', { chord: 'F#m7b5' }, 'both'],
  ['find-chord', { chord: 'F#m7b5' }, 'both'],
  ['toggle-degrees', undefined, 'score'],
])('in the score layout, %s shows the neck if needed', async (command, args, wanted) => {
  const { kernel, run } = await fretboardKernel()
  kernel.commands.setContext('player.song', true)
  const panels = kernel.settings.store(panelSettings)
  panels.change({ layout: 'score' })
  await run(command, args)
  expect(panels.getState().layout).toBe(wanted)
})

it('a song hides the scale position until one is chosen, and closing the song restores it', async () => {
  const { kernel, run, settings } = await fretboardKernel()
  const shown = () => kernel.get(NECK_VIEW).getState().position?.index
  settings.change({ positions: 'caged', position: 4 })
  for (let song = 1; song <= 2; song += 1) {
    kernel.commands.setContext('player.song', true)
    kernel.events.emit(WHOLE_NECK, undefined)
    expect(shown()).toBeUndefined()
  }
  expect(settings.getState()).toMatchObject({ positions: 'caged', position: 4 })
  kernel.commands.setContext('player.song', false)
  expect(shown()).toBe(4)
  kernel.commands.setContext('player.song', true)
  kernel.events.emit(WHOLE_NECK, undefined)
  await run('show-position', { position: 2 })
  expect([shown(), settings.getState().positions]).toEqual([1, 'caged'])
})

it.each([
  [{ noteNames: 'english' }, {}],
  [{ noteNames: 'german' }, { noteNaming: 'german' }],
  [{ noteNames: 'none', noteNaming: 'solfege' }, { noteNaming: 'solfege' }],
])('the old setting %o is migrated only if the user had changed it', (stored, chosen) => {
  const { defaults } = fretboardSettings
  const { value } = readStored(fretboardSettings, JSON.stringify({ ...stored, version: '1' }))
  expect(value).toEqual({ ...defaults, ...chosen })
})

it.each([
  ['set-scale', { tonic: 'C', scale: 'Mayor' }],
  ['set-tuning', { tuning: 'Harp' }],
  ['set-frets', { from: 0, to: 25 }],
  ['set-capo', { fret: 1.5 }],
])('%s rejects the arguments %o', async (command, args) => {
  const { run, settings } = await fretboardKernel()
  const before = settings.getState()
  expect(await run(command, args)).toMatchObject({ ok: false })
  expect(settings.getState()).toEqual(before)
})

const FRAME_MS = 16
const REST_MS = 60

it('a chord is named in the next frame, and a strummed chord after a pause', async () => {
  const { hear, kernel } = await fretboardKernel()
  const { clock } = kernel.platform
  const now = kernel.get(NOW)
  expect(now.getState().what).toBe('nothing')
  for (const note of [48, 52, 55]) hear(noteOn(note))
  expect(now.getState().what).toBe('nothing')
  await clock.advance(FRAME_MS)
  expect(now.getState()).toMatchObject({ what: 'sounding', chord: { name: 'C' } })
  const names: string[] = []
  now.subscribe(({ chord }) => names.push(chord.name))
  for (const note of [60, 64, 67, 70]) {
    hear(noteOn(note))
    await clock.advance(REST_MS / 2)
  }
  await clock.advance(REST_MS / 2)
  expect(names).toEqual(['C7'])
  for (const note of [60, 64, 67, 70]) hear(noteOff(note))
  kernel.get(SELECTION).toggle({ string: 6, fret: 3 })
  for (const note of [48, 52, 55]) hear(noteOff(note))
  await clock.advance(REST_MS)
  expect(now.getState()).toMatchObject({ what: 'selected', chord: { name: 'G' }, notes: [{ degree: '5' }] })
})

it('chord notes are listed in order with their degrees within the chord', async () => {
  const { kernel } = await fretboardKernel()
  // The notes are F♯, C, E and A.
  kernel.get(SELECTION).set([5, 4, 3, 2].map((string, at) => ({ string, fret: [9, 10, 9, 10][at] ?? 0 })))
  const { chord, notes } = kernel.get(NOW).getState()
  expect([chord.name, ...notes.map(({ degree }) => degree)]).toEqual(['F#m7b5', '1', 'b3', 'b5', 'b7'])
})

it('the chord name changes at a readable rate while notes keep changing', async () => {
  const { hear, kernel } = await fretboardKernel()
  const names: string[] = []
  kernel.get(NOW).subscribe(({ chord }) => names.push(chord.name))
  const STEP_MS = REST_MS / 2
  for (let since = 0; since < 2 * 240; since += STEP_MS) {
    hear(noteOn(48))
    hear(noteOn(since % 2 === 0 ? 52 : 51))
    await kernel.platform.clock.advance(STEP_MS)
    hear(noteOff(48))
  }
  expect(names).toHaveLength(2)
  await kernel.platform.clock.advance(REST_MS)
  expect(names).toHaveLength(3)
})

it('selection commands are available only while positions are selected', async () => {
  const { kernel, sent } = await fretboardKernel()
  expect(kernel.commands.isEnabled('fretboard.play-selection')).toBe(false)
  kernel.get(SELECTION).set(C_MAJOR)
  await kernel.commands.execute('fretboard.play-selection')
  await kernel.platform.clock.advance(200)
  expect(sent).toEqual([55, 60, 64])
  expect(kernel.get(NECK).sounding()).toMatchObject(C_MAJOR)
  await kernel.commands.execute('fretboard.clear-selection')
  expect(kernel.get(SELECTION).positions.getState()).toEqual([])
  expect(kernel.commands.isEnabled('fretboard.clear-selection')).toBe(false)
})
