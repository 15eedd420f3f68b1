import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseSong, type Song } from '../../../src/core/music/song/song.js'
import { createStore } from '../../../src/core/platform/store.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import fretboard from '../../../src/plugins/fretboard/index.js'
import { SONG_IMPORTS, type SongFile } from '../../../src/plugins/library/tokens.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { MIDI_INPUT, SONG_PORT } from '../../../src/plugins/midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import recording from '../../../src/plugins/recording/index.js'
import { RECORDER } from '../../../src/plugins/recording/internal-tokens.js'
import { fretwork } from '../../cli/run-program.js'
import { openKernel } from '../../support/open-kernel.js'
import { fileOf, openFile, SONG_PLUGINS, songJson } from '../player/songs.js'

const STEPS = songJson('Steps', [Array.from({ length: 16 }, (_, index) => [60 + index, index / 2, 0.4])])

async function setUp({ plan = true } = {}) {
  const files: SongFile[] = []
  const { kernel, clock, notices } = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS, recording],
    host: 'node',
    route: '/fretboard',
    activate: ['midi-io', 'fretboard', 'player', 'practice', 'library', 'recording'],
    overrides: [
      [
        SONG_IMPORTS,
        {
          take: async (taken: readonly SongFile[]) => {
            files.push(...taken)
            return true
          },
          view: createStore([]),
          forget: () => undefined,
        },
      ],
    ],
  })
  kernel.commands.setContext('plan.recording', plan || undefined)
  const run = (command: string, args?: object) => kernel.commands.execute(command, args)
  const receive = (bytes: readonly number[], at = clock.now(), portId = 'guitar') =>
    kernel.get(MIDI_INPUT).receive(bytes, { portId, at })
  const songs = () =>
    Promise.all(
      files.map(async file => parseSong(JSON.parse(new TextDecoder().decode(await file.bytes()))) as Song),
    )
  return { kernel, clock, notices, run, receive, songs, session: kernel.get(SONG_SESSION) }
}

describe('recording', () => {
  it('makes a song of what is played, at the time stamps of its events', async () => {
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

  it('adds a track to the song that plays, in the time of the song', async () => {
    const { kernel, clock, run, receive, songs, session } = await setUp()
    await openFile(session, fileOf('steps.json', STEPS))
    kernel.get(PLAYBACK_SETTINGS).setTempo(50)
    await run('recording.overdub')
    await clock.advance(2000)
    receive([0x90, 40, 90])
    // What the song itself plays is in it already.
    receive([0x90, 99, 90], clock.now(), SONG_PORT)
    await clock.advance(1000)
    receive([0x80, 40, 0])
    await run('recording.overdub')
    const [song] = await songs()
    expect(song?.tracks.map(({ notes }) => notes.length)).toEqual([16, 1])
    expect(song?.tracks[1]?.notes[0]).toMatchObject({ midi: 40 })
    expect(song?.tracks[1]?.notes[0]?.time).toBeCloseTo(1, 2)
    expect(song?.tracks[1]?.notes[0]?.duration).toBeCloseTo(0.5, 2)
    expect(session.view.getState().playing).toBe(false)
  })

  it('is undone: the song before is open again', async () => {
    const { clock, run, receive, songs, notices, session } = await setUp()
    await openFile(session, fileOf('steps.json', STEPS))
    await run('recording.overdub')
    await clock.advance(1000)
    receive([0x90, 40, 90])
    await run('recording.overdub')
    notices.at(-1)?.action?.run()
    await clock.advance(0)
    expect((await songs()).map(({ tracks }) => tracks.length)).toEqual([2, 1])
  })

  it('ends with the song, and with it the notes that still sound', async () => {
    const { clock, run, receive, songs, session } = await setUp()
    await openFile(session, fileOf('steps.json', STEPS))
    await run('recording.overdub')
    await clock.advance(1000)
    receive([0x90, 40, 90])
    await clock.advance(9000)
    const [song] = await songs()
    expect(song?.tracks[1]?.notes[0]?.duration).toBeCloseTo(6.9, 1)
  })

  it('keeps the last time through a loop', async () => {
    const { clock, run, receive, songs, session } = await setUp()
    await openFile(session, fileOf('steps.json', STEPS))
    await run('practice.loop-bars', { from: 1, to: 1 })
    await run('recording.overdub')
    await clock.advance(500)
    receive([0x90, 40, 90])
    await clock.advance(2000)
    receive([0x90, 41, 90])
    await clock.advance(200)
    await run('recording.overdub')
    const [song] = await songs()
    expect(song?.tracks[1]?.notes.map(({ midi }) => midi)).toEqual([41])
  })

  it('keeps what was played although recording was not on', async () => {
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

  it('says that nothing was played', async () => {
    const { run, songs, notices } = await setUp()
    expect(await run('recording.keep-last')).toMatchObject({ ok: false })
    await run('recording.toggle')
    await run('recording.toggle')
    expect(notices.at(-1)?.message).toBe('Nothing was played: nothing is recorded.')
    expect(await songs()).toEqual([])
  })

  it('can be discarded, and that be undone', async () => {
    const { run, receive, songs, notices } = await setUp()
    await run('recording.toggle')
    receive([0x90, 60, 90])
    await run('recording.discard')
    expect(await songs()).toEqual([])
    notices.at(-1)?.action?.run()
    expect(await songs()).toHaveLength(1)
  })

  it('is part of Pro', async () => {
    const { run, kernel } = await setUp({ plan: false })
    expect(await run('recording.toggle')).toMatchObject({ ok: false })
    expect(kernel.get(RECORDER).view.getState().recording).toBe(false)
  })

  it('leaves nothing behind', async () => {
    const { kernel } = await setUp({ plan: false })
    kernel.get(RECORDER).start(false)
    expectNoLeaks(kernel)
  })
})

describe('a recorded take', () => {
  it('replays equal, as JSON and as a MIDI file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fretwork-take-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { clock, run, receive, songs } = await setUp()
    await run('recording.toggle')
    for (let index = 0; index < 40; index += 1) {
      receive([0x90, 50 + (index % 20), 60 + index])
      await clock.advance(77.7)
      receive([0x80, 50 + (index % 20), 64])
    }
    await run('recording.toggle')
    const path = (name: string) => join(folder, name)
    await writeFile(path('take.json'), JSON.stringify((await songs())[0]))
    const golden = ['replay', '--fast', '--golden', path('take.golden.ndjson')]
    expect(await fretwork(...golden, '--update', path('take.json'))).toMatchObject({ code: 0 })
    expect(await fretwork(...golden, path('take.json'))).toMatchObject({ code: 0 })
    expect(await fretwork('song', 'convert', path('take.json'), path('take.mid'))).toMatchObject({ code: 0 })
    expect(await fretwork(...golden, '--tolerance-ms', '1', path('take.mid'))).toMatchObject({ code: 0 })
  })
})
