import { expect, it } from 'vitest'
import { disposable } from '../../../../src/core/platform/store.js'
import {
  CAPTURE_PAGE,
  type Capture,
  type CaptureChange,
  type CapturePage,
} from '../../../../src/plugins/audio-in/capture.js'
import audioIn from '../../../../src/plugins/audio-in/index.js'
import { AUDIO_INPUT } from '../../../../src/plugins/audio-in/tokens.js'
import { PLAYBACK_SETTINGS } from '../../../../src/plugins/player/tokens.js'
import { songNeck } from '../../player/song-neck.js'
import { songJson } from '../../player/songs.js'

const SONG = songJson('Open strings', [
  [
    [64, 0, 0.4],
    [40, 0.5, 0.4],
    [45, 0.5, 0.4],
    [50, 1, 0.4],
  ],
])

async function setUp() {
  let expected: CaptureChange['expected']
  const capture: Capture = {
    facts: () => ({ device: { id: 'mic', label: 'Microphone' }, isProcessed: false }),
    problem: undefined,
    resume: () => undefined,
    change: change => {
      expected = change.expected ?? expected
    },
    dispose: () => undefined,
  }
  const page: CapturePage = {
    devices: async () => [],
    onDevices: () => disposable(),
    isBlocked: async () => false,
    onTouch: () => disposable(),
    open: async () => capture,
  }
  const opened = await songNeck({
    plugins: [audioIn],
    activate: ['audio-in'],
    overrides: [[CAPTURE_PAGE, async () => page]],
  })
  await opened.open(SONG)
  await opened.kernel.get(AUDIO_INPUT).start()
  const fromNow = () =>
    expected?.map(({ atMs, notes }) => ({
      inMs: atMs === undefined ? undefined : atMs - opened.clock.now(),
      notes,
    }))
  return { ...opened, fromNow }
}

it('while the song plays, the audio input expects its upcoming notes with their strings', async () => {
  const { session, clock, fromNow } = await setUp()
  expect(fromNow() ?? []).toEqual([])
  session.play()
  await clock.advance(250)
  expect(fromNow()).toMatchObject([
    { inMs: -250, notes: [{ string: 1, pitch: 64 }] },
    {
      inMs: 250,
      notes: [
        { string: 6, pitch: 40 },
        { string: 5, pitch: 45 },
      ],
    },
    { inMs: 750, notes: [{ string: 4, pitch: 50 }] },
  ])
  session.stop()
  expect(fromNow()).toEqual([])
})

it('while the song waits, the audio input expects the awaited notes at any time', async () => {
  const { kernel, session, clock, fromNow } = await setUp()
  kernel.get(PLAYBACK_SETTINGS).setWait(true)
  session.play()
  await clock.advance(3000)
  expect(fromNow()?.[0]).toEqual({ inMs: undefined, notes: [{ string: 1, pitch: 64 }] })
})
