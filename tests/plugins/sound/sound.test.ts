import { describe, expect, it, vi } from 'vitest'
import { NOTICE_WITHDRAWN } from '../../../src/core/events/notices.js'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { controlChange, noteOff, noteOn, programChange } from '../../../src/music/midi/midi-message.js'
import { midiSettings } from '../../../src/plugins/midi-io/settings.js'
import { NO_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'
import { SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { PLAIN_BANK } from '../../../src/plugins/sound/synthesis/sound-port.js'
import { fileOf, openFile, songJson } from '../player/songs.js'
import { makeSound, type SoundSetting } from './make-sound.js'

const STEEL_GUITAR = 25
const MODULATION = 1
const VOLUME = 7
const EXPRESSION = 11

const LOADED = { left: 0, of: 0, missing: [] } as const

async function ready(setting?: SoundSetting) {
  const made = await makeSound(setting)
  await made.until('ready')
  return made
}

describe('built-in sound as the default output', () => {
  const NEVER = { output: '' }

  it('the sound plays if no output is selected and does not change the stored output', async () => {
    const { kernel, output, synth, isOutput } = await ready(NEVER)
    output.noteOn(60)
    expect(synth.heard.held()).toEqual([60])
    expect([output.port?.name, isOutput()]).toEqual(['Built-in sound', true])
    expect(kernel.get(SETTINGS).store(midiSettings).getState().outputPort).toBe('')
  })

  it('the sound is off if “None” is selected as output', async () => {
    const { output, clock, synth, status, run } = await ready(NEVER)
    output.noteOn(60)
    await clock.advance(20)
    await run('midi-io.select-output', { port: NO_OUTPUT })
    expect([status(), output.port, synth.heard.held()]).toEqual(['off', undefined, []])
    output.noteOn(62)
    expect(synth.heard.notes()).toHaveLength(1)
    expect((await makeSound({ output: NO_OUTPUT })).status()).toBe('off')
  })

  it('the sound is off if the selected device is disconnected', async () => {
    const { output, synth, status } = await makeSound({ output: 'gone' })
    output.noteOn(60)
    expect([status(), synth.heard.notes()]).toEqual(['off', []])
  })

  it.each(['neck', 'keyboard'])('notes from the %s are audible by default', async portId => {
    const { input, output, synth } = await ready(NEVER)
    output.programChange(19)
    input.receive(noteOn(1, 60, 1), { portId })
    expect(synth.heard.notes()).toMatchObject([{ note: 60, program: STEEL_GUITAR }])
    input.receive(noteOff(1, 60), { portId })
    expect(synth.heard.held()).toEqual([])
  })
})

describe('notes played while the synthesizer loads', () => {
  const STANDBY = { output: '', standby: true }

  /** Creates a kernel whose synthesizer loads on request. */
  async function slow() {
    let arrive: () => void = () => undefined
    const loading = () => new Promise<void>(resolve => (arrive = resolve))
    const made = await makeSound({ ...STANDBY, loading })
    await made.until('standby')
    return { ...made, arrive: () => arrive() }
  }

  it('early notes keep their rhythm once the synthesizer has loaded', async () => {
    const { output, clock, synth, until, arrive } = await slow()
    output.playNote(60, { duration: 40 })
    await clock.advance(100)
    output.noteOn(64)
    await until('loading')
    await clock.advance(100)
    arrive()
    await until('ready')
    expect(synth.heard.notes()).toMatchObject([
      { note: 60, atMs: 200, endMs: 240 },
      { note: 64, atMs: 300 },
    ])
  })

  it('notes that would sound more than 300 ms late are dropped', async () => {
    const { output, clock, synth, until, arrive } = await slow()
    output.playNote(60, { duration: 40 })
    await clock.advance(400)
    output.noteOn(64)
    await until('loading')
    arrive()
    await until('ready')
    expect(synth.heard.notes()).toMatchObject([{ note: 64, atMs: 410 }])
  })

  it('a song waits until the synthesizer is ready', async () => {
    const { output, until, arrive } = await slow()
    let ready = false
    const preparing = output.prepare()?.then(() => {
      ready = true
    })
    await until('loading')
    expect(ready).toBe(false)
    arrive()
    await preparing
    expect([ready, output.prepare()]).toEqual([true, undefined])
  })

  it('a song waits only for a limited time, and only if the built-in sound is the output', async () => {
    const { output, clock, kernel } = await slow()
    const preparing = output.prepare()
    await clock.advance(10_000)
    await preparing
    const settings = kernel.get(SETTINGS).store(midiSettings)
    for (const outputPort of ['synth', NO_OUTPUT]) {
      settings.change({ outputPort })
      expect(output.prepare()).toBeUndefined()
    }
  })
})

describe('built-in sound as the selected output', () => {
  it('selecting another output silences and suspends the sound', async () => {
    const { kernel, output, synth, status } = await ready()
    output.noteOn(60)
    kernel.get(SETTINGS).store(midiSettings).change({ outputPort: 'synth' })
    expect(synth.heard.held()).toEqual([])
    expect([status(), synth.awake]).toEqual(['off', false])
  })

  it('a program change applies to its channel in the output but not to live input', async () => {
    const { output, input, synth } = await ready({ stored: { hearInput: true } })
    output.programChange(33, { channel: 2 })
    for (const channel of [1, 2]) output.noteOn(40, { channel })
    input.receive(programChange(1, 19), { portId: 'guitar' })
    input.receive(noteOn(1, 72, 1), { portId: 'guitar' })
    expect(synth.heard.notes().map(({ note, program }) => [note, program])).toEqual([
      [72, STEEL_GUITAR],
      [40, STEEL_GUITAR],
      [40, 33],
    ])
  })

  it('a note sent on all channels sounds once, but two tracks in unison sound as two', async () => {
    const { kernel, output, synth } = await ready()
    kernel.get(SETTINGS).store(midiSettings).change({ outputChannel: 0 })
    output.noteOn(60)
    expect(synth.heard.notes()).toHaveLength(1)
    for (const channel of [1, 2]) output.send(noteOn(channel, 64, 1))
    expect(synth.heard.notes()).toHaveLength(3)
  })

  it('a panic cuts all notes, including scheduled ones', async () => {
    const { output, synth, clock, run } = await ready()
    output.noteOn(60)
    output.noteOn(64, { at: clock.now() + 80 })
    await run('midi-io.panic')
    await clock.advance(200)
    expect(synth.heard.held()).toEqual([])
  })
})

describe('built-in sound alongside another output', () => {
  it('alongside another output, the sound is off by default', async () => {
    const { output, synth, until, status, run } = await makeSound({ output: 'synth' })
    output.noteOn(60)
    expect(status()).toBe('off')
    await run('sound.toggle-beside-output')
    await until('ready')
    output.noteOn(62)
    expect(synth.heard.held()).toEqual([62])
    await run('sound.toggle-beside-output')
    expect(synth.heard.held()).toEqual([])
  })

  it('volume and pedal messages sent before the sound was turned on still apply', async () => {
    const { output, settings, synth, until } = await makeSound({ output: 'synth' })
    output.volume(0)
    output.hold(true)
    settings.change({ besideOutput: true })
    await until('ready')
    output.noteOn(60)
    output.noteOff(60)
    expect([synth.heard.held(), synth.heard.channel(0).value(VOLUME)]).toEqual([[60], 0])
    output.volume(127)
    expect(synth.heard.channel(0).value(VOLUME)).toBe(127)
  })
})

describe('live input through the built-in sound', () => {
  const HEAR = { output: '', stored: { hearInput: true } } as const

  it('a live note sounds immediately and respects the sustain pedal', async () => {
    const { input, synth } = await ready(HEAR)
    input.receive(noteOn(1, 60, 1), { portId: 'guitar' })
    input.receive(controlChange(1, 64, 127), { portId: 'guitar' })
    input.receive(noteOff(1, 60), { portId: 'guitar' })
    expect(synth.heard.held()).toEqual([60])
    input.receive(controlChange(1, 64, 0), { portId: 'guitar' })
    expect(synth.heard.notes()).toMatchObject([{ note: 60, atMs: 0, endMs: 0 }])
  })

  it('song notes shown on the neck are not played a second time', async () => {
    const { input, synth } = await ready(HEAR)
    input.receive(noteOn(1, 60, 1), { portId: 'song' })
    expect(synth.heard.notes()).toEqual([])
  })

  it('live notes end if the setting is turned off or the device is disconnected', async () => {
    const { input, synth, run } = await ready(HEAR)
    input.receive(noteOn(1, 60, 1), { portId: 'guitar' })
    input.release('guitar')
    expect(synth.heard.held()).toEqual([])
    input.receive(noteOn(1, 62, 1), { portId: 'guitar' })
    await run('sound.toggle-hear-input')
    expect(synth.heard.held()).toEqual([])
  })

  it('pedals and wheels apply even if they were moved while the setting was off', async () => {
    const { input, settings, synth, until } = await ready(HEAR)
    const play = (controller: number, value: number) =>
      input.receive(controlChange(1, controller, value), { portId: 'guitar' })
    // A volume pedal at its heel and a modulation wheel at its maximum.
    play(11, 0)
    play(1, 127)
    settings.change({ hearInput: false })
    play(11, 127)
    play(1, 0)
    play(64, 127)
    settings.change({ hearInput: true })
    await until('ready')
    input.receive(noteOn(1, 60, 1), { portId: 'guitar' })
    input.receive(noteOff(1, 60), { portId: 'guitar' })
    expect(synth.heard.held()).toEqual([60])
    const channel = synth.heard.channel(synth.heard.notes()[0]?.channel ?? -1)
    expect([EXPRESSION, MODULATION].map(controller => channel.value(controller))).toEqual([127, 0])
  })
})

describe('browser audio restrictions', () => {
  it('audio starts only after a user gesture, and notes from before it are dropped', async () => {
    const { output, loads, synth, touch, until, codes, waiting } = await makeSound({ touched: false })
    await until('waiting')
    output.noteOn(60)
    output.noteOn(64)
    expect([loads(), codes()]).toEqual([0, ['sound_waits']])
    touch()
    await until('ready')
    expect(synth.heard.notes()).toEqual([])
    expect(waiting()).toBe(0)
    output.noteOn(67)
    expect(synth.heard.held()).toEqual([67])
  })

  it('notes due while the page was suspended do not play in a burst afterward', async () => {
    const { output, input, clock, synth } = await ready({ stored: { hearInput: true } })
    await clock.advance(1000)
    input.receive(noteOn(1, 60, 1), { portId: 'guitar', at: 100 })
    input.receive(noteOn(1, 62, 1), { portId: 'guitar', at: 900 })
    output.noteOn(64)
    expect(synth.heard.notes().map(({ note }) => note)).toEqual([62, 64])
  })

  it.each([
    ['is refused', new Error('The number of hardware contexts is at its limit.'), 'sound_failed'],
    ['has no memory', new RangeError('Array buffer allocation failed'), 'sound_failed'],
    [
      'lacks its code',
      Object.assign(new Error('Unable to load a worklet’s module.'), { name: 'AbortError' }),
      'sound_unreachable',
    ],
  ])('if audio %s, one notice says so, and the next note retries', async (_, error, code) => {
    let broken = true
    const { output, clock, codes, notices, until, loads } = await makeSound({
      loading: async () => {
        if (broken) throw error
      },
    })
    await until('failed')
    for (const note of [60, 62, 64]) output.noteOn(note)
    expect([codes(), notices[0]?.values]).toEqual([[code], { reason: error.message }])
    expect(loads()).toBe(1)
    broken = false
    await clock.advance(6000)
    output.noteOn(60)
    await until('ready')
    expect(loads()).toBe(2)
  })

  it('a failure while playing is reported, and the sound starts again with the next song or note', async () => {
    const { reports, output, clock, codes, until, loads, synth } = await ready()
    output.noteOn(60)
    reports()?.onFailed(new Error('The audio thread has failed.'))
    await until('failed')
    expect([codes(), synth.heard.held(), synth.received.disposed]).toEqual([['sound_failed'], [], true])
    await clock.advance(6000)
    await output.prepare()
    expect(loads()).toBe(2)
    output.noteOn(62)
    expect(synth.heard.held()).toEqual([62])
  })

  it('the notice of a failure disappears once the sound plays or is not needed', async () => {
    const { kernel, reports, run, until, notices } = await ready()
    const withdrawn: string[] = []
    kernel.events.on(NOTICE_WITHDRAWN, ({ topic }) => withdrawn.push(topic))
    reports()?.onFailed(new Error('The audio thread has failed.'))
    await run('midi-io.select-output', { port: NO_OUTPUT })
    await until('off')
    expect(withdrawn).toContain(notices[0]?.topic)
  })

  it('a sound first needed while offline loads once the connection is back', async () => {
    let there = false
    const { platform, notices, until, output, synth } = await makeSound({
      connected: false,
      finding: async () => {
        if (!there) throw new TypeError('Failed to fetch dynamically imported module: /a-b.js')
      },
    })
    output.noteOn(60)
    await until('offline')
    expect(notices).toMatchObject([{ kind: 'info', code: 'sound_offline' }])
    there = true
    platform.connected = true
    await until('ready')
    output.noteOn(60)
    expect([synth.heard.notes().length, notices.length]).toEqual([1, 1])
  })

  it('a failed download is reported without its URL, and the next note retries', async () => {
    let there = false
    const { notices, until, output, clock } = await makeSound({
      finding: async () => {
        if (!there) throw new TypeError('Failed to fetch dynamically imported module: http://x/a-b.js')
      },
    })
    output.noteOn(60)
    await until('failed')
    expect(notices).toMatchObject([{ kind: 'error', code: 'sound_unreachable' }])
    expect(notices[0]?.message).toContain('Check your connection')
    there = true
    await clock.advance(6000)
    output.noteOn(60)
    await until('ready')
  })
})

it('sound settings are stored under the tenant’s key and applied to the synthesizer', async () => {
  const { kernel, output, synth, settings, run } = await ready({ stored: { volume: 0.5, muted: true } })
  expect(synth.received).toMatchObject({ volume: 0.5, muted: true })
  await run('sound.choose-instrument', { instrument: 'synthesiser' })
  await run('sound.toggle-song-instruments')
  await run('sound.toggle-mute')
  await run('sound.set-volume', { volume: 0.95 })
  output.programChange(33)
  output.noteOn(60)
  expect(synth.heard.notes()).toMatchObject([{ bank: PLAIN_BANK, program: 0 }])
  expect(synth.received).toMatchObject({ volume: 0.95, muted: false })
  await run('sound.raise-volume')
  expect(settings.getState().volume).toBe(1)
  for (let step = 0; step < 12; step += 1) await run('sound.lower-volume')
  expect(settings.getState().volume).toBe(0)
  expect(JSON.parse(kernel.platform.storage.get('fretworkSound') ?? '')).toMatchObject({
    instrument: 'synthesiser',
    volume: 0,
  })
})

it('room and audio device apply to the synthesizer, and a missing device is reported', async () => {
  const { run, settings, synth, codes, notices, kernel } = await ready({ stored: { room: 'hall' } })
  expect(synth.received).toMatchObject({ room: 'hall' })
  settings.change({ room: 'dry' })
  await run('sound.choose-device', { device: 'usb' })
  expect(synth.received).toMatchObject({ room: 'dry', device: 'usb' })
  const withdrawn: string[] = []
  kernel.events.on(NOTICE_WITHDRAWN, ({ topic }) => withdrawn.push(topic))
  await run('sound.choose-device', { device: 'gone' })
  await vi.waitFor(() => expect(codes()).toEqual(['sound_device_missing']))
  await run('sound.choose-device', { device: '' })
  await vi.waitFor(() => expect(withdrawn).toEqual([notices[0]?.topic]))
})

it('a song waits for its instruments, but only for a limited time', async () => {
  const { reports, output, view, clock } = await ready()
  reports()?.onLoading({ left: 1, of: 2, missing: [] })
  expect(view.getState().loading).toEqual({ left: 1, of: 2 })
  const loaded = output.prepare()
  reports()?.onLoading(LOADED)
  await loaded
  expect([output.prepare(), view.getState().loading]).toEqual([undefined, undefined])
  reports()?.onLoading({ left: 1, of: 1, missing: [] })
  const late = output.prepare()
  await clock.advance(10_000)
  await late
})

it('one notice reports all missing instruments until they have been loaded', async () => {
  const { reports, notices, kernel } = await ready()
  const withdrawn: string[] = []
  kernel.events.on(NOTICE_WITHDRAWN, ({ topic }) => withdrawn.push(topic))
  const error = new Error('gone')
  const steel = { patch: { program: 25 }, instead: { program: 24 }, error }
  const drums = { patch: { program: 0, isDrums: true }, instead: undefined, error }
  const report = (...missing: (typeof steel | typeof drums)[]) => reports()?.onLoading({ ...LOADED, missing })
  report(steel)
  report(steel)
  reports()?.onLoading({ left: 1, of: 1, missing: [drums, steel] })
  expect(notices).toHaveLength(1)
  report(drums, steel)
  expect(notices).toMatchObject([
    {
      code: 'sound_instrument_missing',
      texts: { instrument: { message: '26' }, instead: { message: '25' } },
    },
    { code: 'sound_instruments_missing', values: { number: 2 }, texts: { instrument: { message: 'Drums' } } },
  ])
  report()
  report()
  expect(withdrawn.filter(topic => topic === notices[1]?.topic)).toHaveLength(1)
})

it('a song’s level is measured again after a failure, once the song is played later', async () => {
  let measured = 0
  const { kernel, output, clock, synth } = await ready({
    async level() {
      measured += 1
      if (measured === 1) throw new Error('gone')
      return 0.5
    },
  })
  await openFile(kernel.get(SONG_SESSION), fileOf('song.json', songJson('One', [[[60, 0, 1]]])))
  await vi.waitFor(() => expect(measured).toBe(1))
  for (const ms of [0, 4000]) {
    await clock.advance(ms)
    await output.prepare()
  }
  expect([measured, synth.received.level]).toEqual([1, 1])
  await clock.advance(2000)
  await output.prepare()
  await vi.waitFor(() => expect([measured, synth.received.level]).toEqual([2, 0.5]))
})

it('missing instruments are requested again when a song starts', async () => {
  const { output, synth } = await ready()
  const before = synth.heard.needed.length
  await output.prepare()
  expect(synth.heard.needed.slice(before)).toEqual([{ program: STEEL_GUITAR }])
})

it('changing the latency restarts the sound', async () => {
  const { settings, synth, loads, until, output } = await ready()
  output.programChange(33)
  settings.change({ latency: 'balanced' })
  expect(synth.received.disposed).toBe(true)
  await until('ready')
  output.noteOn(60)
  expect([loads(), synth.heard.notes().at(-1)?.program]).toEqual([2, 33])
})

it('an interruption is reported, and the sound continues with the next gesture', async () => {
  const { synth, status, codes, touch, output, waiting } = await ready()
  output.noteOn(60)
  synth.setAwake(false)
  expect([status(), codes(), synth.heard.held()]).toEqual(['waiting', ['sound_interrupted'], []])
  await vi.waitFor(() => expect(waiting()).toBe(1))
  touch()
  expect(status()).toBe('ready')
  synth.setAwake(false)
  expect(codes()).toEqual(['sound_interrupted', 'sound_interrupted'])
})

it('the plucked string of earlier versions becomes the steel-string guitar', async () => {
  const { settings } = await makeSound({ stored: { instrument: 'plucked-string' } })
  expect(settings.getState().instrument).toBe('steel')
})

it('disabling the plugin removes everything it registered, and it can be enabled again', async () => {
  const { kernel, output, synth } = await ready()
  output.noteOn(60)
  await kernel.host.disable('sound')
  expect([synth.received.disposed, synth.heard.held()]).toEqual([true, []])
  await kernel.host.enable('sound')
  expectNoLeaks(kernel)
})

const CHANNEL_2 = 2

async function turnedDown(controller = VOLUME) {
  const made = await makeSound({ output: '', stored: { hearInput: true } })
  await made.until('ready')
  const { midi, synth, view } = made
  const play = (bytes: readonly number[]) => midi.play('guitar', bytes)
  play(controlChange(CHANNEL_2, controller, 0))
  play(noteOn(CHANNEL_2, 60, 0.5))
  const level = () => synth.heard.channel(CHANNEL_2 - 1).value(controller)
  expect(level()).toBe(0)
  return { ...made, play, level, shown: () => view.getState().turnedDown }
}

it('playing on a channel with volume 0 shows a warning and posts one notice', async () => {
  const { play, shown, codes } = await turnedDown()
  expect(shown()).toBe(CHANNEL_2)
  play(noteOff(CHANNEL_2, 60))
  play(noteOn(CHANNEL_2, 62, 0.5))
  expect(codes()).toEqual(['sound_turned_down'])
})

it('the volume warning disappears once the channel is audible', async () => {
  const { play, shown } = await turnedDown(EXPRESSION)
  play(controlChange(CHANNEL_2, EXPRESSION, 1))
  expect(shown()).toBeUndefined()
})

it('a panic resets all channels', async () => {
  const { level, shown, run } = await turnedDown()
  await run('midi-io.panic')
  expect(level()).toBe(100)
  expect(shown()).toBeUndefined()
})

it('disconnecting a device resets its channels', async () => {
  const { midi, level, shown } = await turnedDown()
  midi.unplug('guitar')
  await vi.waitFor(() => expect(level()).toBe(100))
  expect(shown()).toBeUndefined()
})

it('leaving the page ends all notes, and later notes still play', async () => {
  const { midi, page, synth } = await ready({ output: '', stored: { hearInput: true } })
  midi.play('guitar', controlChange(1, VOLUME, 100))
  midi.play('guitar', noteOn(1, 60, 0.5))
  expect(synth.heard.held()).toEqual([60])
  page.hide()
  expect(synth.heard.held()).toEqual([])
  midi.play('guitar', noteOff(1, 60))
  midi.play('guitar', noteOn(1, 64, 0.5))
  expect(synth.heard.held()).toEqual([64])
})
