import { expect, it } from 'vitest'
import type { Session } from '../../../../src/core/auth/session.js'
import { AUTH, EVENTS, SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { parseSong, type Song } from '../../../../src/music/song/song.js'
import { SONG_IMPORTS, type SongFile } from '../../../../src/plugins/library/tokens.js'
import { MIDI_INPUT, PORTS_CHANGED, SONG_PORT } from '../../../../src/plugins/midi-io/tokens.js'
import { PLAYBACK_SETTINGS } from '../../../../src/plugins/player/tokens.js'
import { RECORDER } from '../../../../src/plugins/practice/recording/recorder.js'
import { draftSettings, recordingSettings } from '../../../../src/plugins/practice/recording-settings.js'
import { metronomeSettings } from '../../../../src/plugins/practice/settings.js'
import { METRONOME } from '../../../../src/plugins/practice/tokens.js'
import { PRO } from '../../../support/judging-user.js'
import { rows } from '../../../support/rows.js'
import { songNeck } from '../../player/song-neck.js'
import { songJson } from '../../player/songs.js'

const STEPS = songJson('Steps', [Array.from({ length: 16 }, (_, index) => [60 + index, index / 2, 0.4])])

async function setUp({
  user = undefined as Session | undefined,
  platform = memoryPlatform({ host: 'node' }),
} = {}) {
  const files: SongFile[] = []
  const take = async (taken: readonly SongFile[]) => files.push(...taken) > 0
  const { kernel, clock, notices, run, session, open } = await songNeck({
    platform,
    overrides: [
      ...(user ? [[AUTH, { state: createStore(user) }] as const] : []),
      [SONG_IMPORTS, { take, view: createStore([]), forget: () => undefined }],
    ],
  })
  kernel.commands.setContext('plan.recording', true)
  kernel.get(SETTINGS).store(recordingSettings).change({ metronome: false })
  const receive = (bytes: readonly number[], at = clock.now(), portId = 'guitar') =>
    kernel.get(MIDI_INPUT).receive(bytes, { portId, at })
  const songs = () =>
    Promise.all(
      files.map(async file => parseSong(JSON.parse(new TextDecoder().decode(await file.bytes()))) as Song),
    )
  /** Opens the song and starts overdubbing. */
  const overdub = async () => {
    await open(STEPS)
    await run('recording.overdub')
  }
  return { kernel, platform, clock, notices, run, receive, songs, session, open, overdub }
}

it('a recording becomes a song with the played notes at their original times', async () => {
  const { clock, run, receive, songs, notices } = await setUp()
  await run('recording.toggle')
  const begin = clock.now() + 40
  for (const [index, pitch] of [64, 67, 71].entries()) {
    receive([0x90, pitch, 90], begin + index * 333.25)
    receive([0x80, pitch, 0], begin + index * 333.25 + 200.5)
    await clock.advance(334)
  }
  receive([0xe0, 0, 96], begin + 900)
  await run('recording.toggle')
  const [song] = await songs()
  const track = song?.tracks[0]
  expect(track?.notes.map(({ midi, time }) => [midi, time * 1000])).toEqual([
    [64, 0],
    [67, expect.closeTo(333.25, 9)],
    [71, expect.closeTo(666.5, 9)],
  ])
  expect(track?.pitchBends).toHaveLength(1)
  expect(notices.at(-1)).toMatchObject({ kind: 'success', values: { notes: 3 } })
})

it('overdubbing adds a track that is aligned with the song', async () => {
  const { kernel, clock, notices, run, receive, songs, session, open } = await setUp()
  await open(STEPS)
  kernel.get(PLAYBACK_SETTINGS).setTempo(50)
  kernel.get(PLAYBACK_SETTINGS).setTranspose(2)
  await run('recording.overdub')
  await clock.advance(2000)
  receive([0x90, 40, 90])
  // Notes played by the song are not recorded.
  receive([0x90, 99, 90], clock.now(), SONG_PORT)
  await clock.advance(1000)
  receive([0x80, 40, 0])
  await run('recording.overdub')
  const [song] = await songs()
  expect(song?.tracks.map(({ notes }) => notes.length)).toEqual([16, 1])
  expect(notices.at(-1)).toMatchObject({ values: { notes: 1 } })
  // The song is saved with the transposition applied.
  expect(song?.tracks.map(({ notes }) => notes[0])).toMatchObject([{ midi: 62, name: 'D4' }, { midi: 40 }])
  expect(song?.tracks[1]?.notes[0]?.time).toBeCloseTo(1, 2)
  expect(song?.tracks[1]?.notes[0]?.duration).toBeCloseTo(0.5, 2)
  expect(session.view.getState().playing).toBe(false)
})

it('overdubbing and held notes end with the song, and undo reopens the previous song', async () => {
  const { clock, receive, songs, notices, overdub } = await setUp()
  await overdub()
  await clock.advance(1000)
  receive([0x90, 40, 90])
  await clock.advance(9000)
  const [song] = await songs()
  expect(song?.tracks[1]?.notes[0]?.duration).toBeCloseTo(6.9, 1)
  notices.at(-1)?.action?.run()
  await clock.advance(0)
  expect((await songs()).map(({ tracks }) => tracks.length)).toEqual([2, 1])
})

it('turning off the loop while overdubbing keeps the last pass', async () => {
  const { clock, run, receive, songs, open } = await setUp()
  await open(STEPS)
  await run('practice.loop-bars', { from: 1, to: 1 })
  await run('recording.overdub')
  await clock.advance(500)
  receive([0x90, 40, 90])
  receive([0x80, 40, 0])
  await clock.advance(1600)
  await run('practice.toggle-loop')
  await run('recording.overdub')
  expect((await songs())[0]?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([40])
})

it('overdubbing a loop keeps the last complete pass, not the one just started', async () => {
  const { clock, run, receive, songs, notices, open } = await setUp()
  await open(STEPS)
  await run('practice.loop-bars', { from: 1, to: 1 })
  await run('recording.overdub')
  for (const pitch of [40, 41, 42]) {
    await clock.advance(500)
    receive([0x90, pitch, 90])
    receive([0x80, pitch, 0])
    if (pitch < 42) await clock.advance(1500)
  }
  await run('recording.overdub')
  const [song] = await songs()
  expect(song?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([41])
  expect(notices.at(-1)).toMatchObject({ values: { tries: 3 } })
  await run('recording.choose-try', { bar: 1, attempt: 1 })
  expect((await songs()).at(-1)?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([40])
  await run('recording.choose-try', { bar: 9, attempt: 1 })
  expect(notices.at(-1)).toMatchObject({ code: 'no_try' })
})

it('with feedback on, each bar is taken from its best pass', async () => {
  const { kernel, clock, run, receive, songs, open } = await setUp({ user: PRO })
  await open(STEPS)
  await run('practice.loop-bars', { from: 1, to: 2 })
  await run('practice.toggle-judging')
  await run('recording.overdub')
  // The second bar is wrong in the first pass, and the first bar in the second pass.
  for (const [wrongFrom, wrongTo] of [
    [4, 7],
    [0, 3],
  ] as const)
    for (let index = 0; index < 8; index += 1) {
      const right = 60 + index
      receive([0x90, index >= wrongFrom && index <= wrongTo ? right + 20 : right, 90])
      await clock.advance(500)
    }
  await clock.advance(100)
  await run('recording.overdub')
  const [song] = await songs()
  expect(song?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([60, 61, 62, 63, 64, 65, 66, 67])
  expect(kernel.get(RECORDER).view.getState().tries).toBe(2)
})

it('overdubbing bars again replaces them in the existing track of the same input', async () => {
  const { clock, run, receive, songs, open, overdub } = await setUp()
  await overdub()
  for (const pitch of [40, 41, 42, 43]) {
    receive([0x90, pitch, 90])
    await clock.advance(2000)
    receive([0x80, pitch, 0])
  }
  const [first] = await songs()
  expect(first?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([40, 41, 42, 43])
  await open(JSON.stringify(first))
  await run('practice.loop-bars', { from: 2, to: 2 })
  await run('recording.overdub')
  await clock.advance(100)
  receive([0x90, 50, 90])
  await clock.advance(2000)
  await run('recording.overdub')
  const second = (await songs()).at(-1)
  expect(second?.tracks).toHaveLength(2)
  expect(second?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([40, 50, 42, 43])
  expect(second?.header.name.match(/Take/g)).toHaveLength(1)
})

it.each([0, 9])(
  'a recording is aligned with the metronome after the count-in and %i empty bars',
  async empty => {
    const { kernel, clock, run, receive, songs } = await setUp()
    kernel.get(SETTINGS).store(recordingSettings).change({ metronome: true })
    kernel.get(PLAYBACK_SETTINGS).options.setState({ countIn: 1 })
    kernel
      .get(SETTINGS)
      .store(metronomeSettings)
      .change({ bpm: 60, accents: ['strong', 'plain', 'plain'] })
    await run('recording.toggle')
    const { sinceMs } = kernel.get(RECORDER).view.getState()
    expect(sinceMs - clock.now()).toBeGreaterThan(2900)
    receive([0x90, 30, 90], sinceMs - 1000)
    receive([0x90, 40, 90], sinceMs + empty * 3000 - 50)
    receive([0x90, 41, 90], sinceMs + empty * 3000 + 1000)
    await clock.advance(5000 + empty * 3000)
    await run('recording.toggle')
    const [song] = await songs()
    expect(song?.header).toMatchObject({
      tempos: [{ bpm: 60 }],
      timeSignatures: [{ ticks: 0, timeSignature: [3, 4] }],
    })
    expect(song?.tracks[0]?.notes.map(({ midi, time }) => [midi, time])).toEqual(rows('40 0, 41 1'))
    expect(kernel.get(METRONOME).view.getState().running).toBe(false)
  },
)

it('unplugging the instrument ends the recording with a notice and keeps the notes', async () => {
  const { kernel, clock, run, receive, songs, notices } = await setUp()
  const ports = (inputs: readonly { id: string; name: string; manufacturer: string }[]) =>
    kernel.get(EVENTS).emit(PORTS_CHANGED, { status: 'OK', asking: false, sysex: true, inputs, outputs: [] })
  ports([{ id: 'guitar', name: 'GK-3', manufacturer: '' }])
  await run('recording.toggle')
  receive([0x90, 64, 90])
  await clock.advance(500)
  ports([])
  await clock.advance(0)
  expect((await songs())[0]?.tracks[0]?.notes).toMatchObject([{ midi: 64 }])
  expect(notices.at(-1)).toMatchObject({ kind: 'warning', code: 'input_lost' })
})

const playFor = async (
  { clock, receive }: Pick<Awaited<ReturnType<typeof setUp>>, 'clock' | 'receive'>,
  seconds: number,
) => {
  for (let second = 0; second < seconds; second += 1) {
    receive([0x90, 60 + second, 90])
    await clock.advance(1000)
    receive([0x80, 60 + second, 0])
  }
}

it('the next visit offers to keep an unfinished recording', async () => {
  const before = await setUp()
  await before.run('recording.toggle')
  await playFor(before, 7)
  before.kernel.dispose()
  const after = await setUp({ platform: before.platform })
  await after.clock.advance(10_000)
  const notice = after.notices.find(({ code }) => code === 'recording_unfinished')
  expect(notice).toMatchObject({ stays: true, values: { notes: 6 } })
  notice?.action?.run()
  await after.clock.advance(0)
  expect((await after.songs())[0]?.tracks[0]?.notes.slice(0, 5).map(({ midi }) => midi)).toEqual([
    60, 61, 62, 63, 64,
  ])
  const last = await setUp({ platform: before.platform })
  await last.clock.advance(20_000)
  expect(last.notices.some(({ code }) => code === 'recording_unfinished')).toBe(false)
})

it('other tabs do not offer to keep a recording in progress', async () => {
  const recordingTab = await setUp()
  await recordingTab.run('recording.toggle')
  await playFor(recordingTab, 4)
  const other = await setUp({ platform: recordingTab.platform })
  // Both tabs share a process, so the test has to forward the storage events.
  const { storage } = recordingTab.platform
  const key = 'fretworkRecordingDraft'
  for (let time = 0; time < 4; time += 1) {
    await playFor(recordingTab, 3)
    storage.change(key, storage.get(key))
  }
  expect(other.notices.some(({ code }) => code === 'recording_unfinished')).toBe(false)
})

it('full storage is reported only once, and the recording continues', async () => {
  const { platform, run, clock, receive, notices, songs } = await setUp()
  const { set } = platform.storage
  platform.storage.set = (key, value) => {
    if (key.endsWith('RecordingDraft')) throw new DOMException('full', 'QuotaExceededError')
    set(key, value)
  }
  await run('recording.toggle')
  await playFor({ clock, receive }, 13)
  expect(notices.filter(({ kind }) => kind !== 'success')).toHaveLength(1)
  await run('recording.toggle')
  expect((await songs())[0]?.tracks[0]?.notes).toHaveLength(13)
})

it('a corrupt draft is deleted silently', async () => {
  const { kernel, platform } = await setUp()
  kernel
    .get(SETTINGS)
    .store(draftSettings)
    .change({ drafts: { '': { at: 0, song: '{"tracks":[{' } } })
  kernel.dispose()
  const after = await setUp({ platform })
  await after.clock.advance(20_000)
  expect(after.notices.some(({ code }) => code === 'recording_unfinished')).toBe(false)
  expect(after.kernel.get(SETTINGS).store(draftSettings).getState().drafts).toEqual({})
})

it('notes just played can be captured without recording', async () => {
  const { clock, run, receive, songs } = await setUp()
  receive([0x90, 50, 90])
  await clock.advance(200_000)
  for (const pitch of [60, 62]) {
    receive([0x90, pitch, 90])
    await clock.advance(500)
    receive([0x80, pitch, 0])
  }
  await run('recording.keep-last')
  expect((await songs())[0]?.tracks[0]?.notes.map(({ midi }) => midi)).toEqual([60, 62])
})

it('a song can be trimmed to the loop and split at the playhead', async () => {
  const { run, songs, notices, session, open } = await setUp()
  await open(STEPS)
  for (const command of ['recording.trim', 'recording.split']) await run(command)
  expect(notices.map(({ code }) => code)).toEqual(['no_loop', 'no_split'])
  await run('practice.loop-bars', { from: 2, to: 3 })
  await run('recording.trim')
  session.seek(6500)
  await run('recording.split')
  expect((await songs()).map(({ header, tracks }) => [header.name, tracks[0]?.notes.length])).toEqual([
    ['Steps (trimmed)', 8],
    ['Steps (1)', 12],
    ['Steps (2)', 4],
  ])
})
