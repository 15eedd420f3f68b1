import { expect, it } from 'vitest'
import { logAsMidiFile } from '../../../../src/music/midi/log-midi-file.js'
import { readMidiFile } from '../../../../src/plugins/midi-file/reading/read-midi-file.js'
import {
  type LogChoice,
  logFilter,
  shownName,
  shownValue,
} from '../../../../src/plugins/midi-io/log/log-filter.js'
import { makeInput } from '../support/make-input.js'

const PORT = { portId: 'gk3' }

it('the log keeps the 100 newest events, oldest first', async () => {
  const { input, log, clock } = makeInput()
  for (let value = 0; value < 130; value += 1) input.receive([0xb0, 7, value % 128], PORT)
  await clock.advance(16)
  const { events, total } = log.view.getState()
  expect(events.map(event => event.key)).toEqual(Array.from({ length: 100 }, (_, index) => index + 31))
  expect(total).toBe(130)
})

it('the first event is shown in the next frame, and later events once playing pauses', async () => {
  const { input, log, clock } = makeInput()
  const reported: number[] = []
  log.view.subscribe(() => reported.push(clock.now()))
  input.receive([0xb0, 7, 1], PORT)
  await clock.advance(20)
  for (let value = 0; value < 10; value += 1) {
    input.receive([0xb0, 7, value], PORT)
    await clock.advance(30)
  }
  expect(reported).toEqual([16])
  await clock.advance(100)
  expect([reported.length, log.view.getState().events.length]).toEqual([2, 11])
  await clock.advance(1000)
  expect(reported).toHaveLength(2)
})

// Guards against restoring the state at the last clear instead.
it('restoring a cleared log also restores the state before its oldest event', () => {
  const { input, log } = makeInput()
  input.receive([0x90, 40, 64], PORT)
  log.clear()
  input.receive([0x80, 40, 0], PORT)
  input.receive([0xb0, 7, 33], PORT)
  input.receive([0x90, 64, 64], PORT)
  for (let value = 0; value < 150; value += 1) input.receive([0xb0, 1, value % 128], PORT)
  const before = log.snapshot()
  log.restore()
  expect(log.snapshot()).toEqual(before)
  expect(before.state.held).toMatchObject([{ number: 64 }])
})

it('a log can be restored after two clears and after clearing an empty log', () => {
  const { input, log } = makeInput()
  const numbers = () => log.view.getState().events.map(event => event.number)
  input.receive([0x90, 60, 64], PORT)
  log.clear()
  log.clear()
  input.receive([0x90, 62, 64], PORT)
  log.clear()
  log.restore()
  expect(numbers()).toEqual([62])
  log.restore()
  expect(numbers()).toEqual([60, 62])
})

function events() {
  const { input, heard } = makeInput()
  input.receive([0x92, 61, 96], { portId: 'in-1' })
  input.receive([0x89, 61, 64], { portId: 'in-1' })
  input.receive([0xb0, 64, 127], { portId: 'in-2' })
  input.receive([0xe0, 0, 64], { portId: 'in-2' })
  input.receive([0xc0, 5], { portId: 'in-2' })
  input.receive([0xfa], { portId: 'in-3' })
  return heard
}

const portName = (id: string) => (id === 'in-1' ? 'GK-3 Guitar' : 'Keystep')

it('a log row contains the event name and raw value', () => {
  expect(
    events()
      .slice(0, 5)
      .map(event => [shownName(event), shownValue(event)]),
  ).toEqual([
    ['C#4', 96],
    ['C#4', 64],
    ['CC-64', 127],
    ['PB', 8192],
    ['PC', 6],
  ])
})

it.each<[string, LogChoice, number[]]>([
  ['guitar', {}, [0, 1]],
  ['ch1', {}, [2, 3, 4]],
  ['ch3 c#', {}, [0]],
  ['SUSTAIN', {}, [2]],
  ['note off', {}, [1]],
  ['bend', {}, [3]],
  ['D♭4', {}, [0, 1]],
  ['Db5', {}, []],
  ['cc64', {}, [2]],
  ['cc6', {}, []],
  ['', { portId: 'in-2' }, [2, 3, 4]],
  ['', { kind: 'note' }, [0, 1]],
  ['', { kind: 'program' }, [4]],
  ['', { portId: 'in-2', channel: 1, kind: 'program' }, [4]],
])('filtering by "%s" with %o returns the matching events', (text, choice, expected) => {
  const fits = logFilter(text, portName, choice)
  expect(events().flatMap((event, index) => (fits(event) ? [index] : []))).toEqual(expected)
})

type Played = readonly [atMs: number, bytes: readonly number[], portId?: string]

const trackName = (id: string) => (id === 'in-1' ? 'GK-3 Guitar' : 'Größe 9')

function exported(played: readonly Played[]) {
  const { input, log } = makeInput()
  for (const [at, bytes, portId = 'in-1'] of played) input.receive(bytes, { portId, at })
  return logAsMidiFile(log.snapshot(), trackName)
}

it('the file starts with the channel state, and held notes end one beat after the last event', async () => {
  const wheel = Array.from({ length: 100 }, (_, index): Played => [1000 + index, [0xb0, 1, index]])
  const { bytes } = exported([[0, [0x90, 40, 80]], [0, [0xb0, 7, 90]], ...wheel])
  const { song, notes } = await readMidiFile(bytes)
  const [track] = song.tracks.filter(each => each.notes.length > 0)
  expect(track?.notes).toMatchObject([{ midi: 40, ticks: 0, durationTicks: 95 + 480, velocity: 80 / 127 }])
  expect(track?.controlChanges['7']).toMatchObject([{ ticks: 0, value: 90 / 127 }])
  expect(notes).toEqual([])
})

it('stray note-offs and malformed messages are omitted and counted', async () => {
  const { bytes, leftOut } = exported([
    [0, [0x80, 60, 0]],
    [0, [0x90, 64, 100, 0x80, 64, 0]],
    [0, [0x90, 62, 1]],
    [9, [0x80, 62, 1]],
  ])
  expect(leftOut).toBe(2)
  const { song, notes } = await readMidiFile(bytes)
  expect(song.tracks.flatMap(track => track.notes).map(({ midi }) => midi)).toEqual([62])
  expect(notes.map(({ code }) => code)).toEqual(['release_velocities'])
})

it('SysEx, start, stop and song position messages are exported unchanged', async () => {
  const sysex = [0xf0, ...Array.from({ length: 200 }, (_, index) => index & 127), 0xf7]
  const { bytes: file } = exported([
    [0, sysex],
    [0, [0x90, 62, 1]],
    [9, [0x80, 62, 1]],
    [500, [0xf2, 16, 1]],
    [500, [0xfa]],
    [1000, [0xfc]],
  ])
  // The SysEx length is 201 bytes after F0 and is encoded in two bytes.
  const written = [0xf0, 0x81, 0x49, ...sysex.slice(1), ...[0x83, 0x60, 0xf7, 3, 0xf2, 16, 1]]
  const rest = [...[0, 0xf7, 1, 0xfa], ...[0x83, 0x60, 0xf7, 1, 0xfc]]
  expect([...file].join()).toContain([...written, ...rest].join())
  const { song, notes } = await readMidiFile(file)
  expect(song.tracks.flatMap(track => track.notes).map(({ midi }) => midi)).toEqual([62])
  expect(notes.map(({ code, values }) => [code, values.number])).toEqual([
    ['system_exclusive', 4],
    ['release_velocities', 1],
    ['empty_tracks', 1],
  ])
})
