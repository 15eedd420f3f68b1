// When the built-in sound is heard: by default, selected, next to an output, for live input, and within browser limits.
import { describe, expect, it, vi } from 'vitest'
import { SETTINGS } from '../../../src/core/kernel/services/tokens.js'
import { controlChange, noteOff, noteOn, programChange } from '../../../src/core/music/midi/midi-message.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { midiSettings } from '../../../src/plugins/midi-io/settings.js'
import { NO_OUTPUT } from '../../../src/plugins/midi-io/tokens.js'
import { makeSound, type SoundSetting } from './make-sound.js'

async function ready(setting?: SoundSetting) {
  const made = await makeSound(setting)
  await made.until('ready')
  return made
}

describe('the built-in sound', () => {
  const NEVER = { output: '' }

  it('plays without a chosen output, and leaves the stored output empty', async () => {
    const { kernel, output, synth, isOutput } = await ready(NEVER)
    output.noteOn(60)
    expect(synth.heard.held()).toEqual([60])
    expect([output.port?.name, isOutput()]).toEqual(['Built-in sound', true])
    expect(kernel.get(SETTINGS).store(midiSettings).getState().outputPort).toBe('')
  })

  it('is silent if “None” was chosen', async () => {
    const { output, synth, status, run } = await ready(NEVER)
    output.noteOn(60)
    await run('midi-io.select-output', { port: NO_OUTPUT })
    expect([status(), output.port, synth.heard.held()]).toEqual(['off', undefined, []])
    output.noteOn(62)
    expect(synth.heard.voices).toHaveLength(1)
    expect((await makeSound({ output: NO_OUTPUT })).status()).toBe('off')
  })

  it('is silent if the chosen device is not connected', async () => {
    const { output, synth, status } = await makeSound({ output: 'gone' })
    output.noteOn(60)
    expect([status(), synth.heard.voices]).toEqual(['off', []])
  })

  it.each(['neck', 'keyboard'])('plays the %s, which makes no sound itself', async portId => {
    const { input, output, synth } = await ready(NEVER)
    output.programChange(19)
    input.receive(noteOn(1, 60, 1), { portId })
    expect(synth.heard.voices).toMatchObject([{ note: 60, program: undefined }])
    input.receive(noteOff(1, 60), { portId })
    expect(synth.heard.held()).toEqual([])
  })
})

describe('the first notes', () => {
  const STANDBY = { output: '', standby: true }

  /** A synthesizer whose code arrives on request. */
  async function slow() {
    let arrive: () => void = () => undefined
    const loading = () => new Promise<void>(resolve => (arrive = resolve))
    const made = await makeSound({ ...STANDBY, loading })
    await made.until('standby')
    return { ...made, arrive: () => arrive() }
  }

  it('are played in their rhythm as soon as the synthesizer has loaded', async () => {
    const { output, clock, synth, until, arrive } = await slow()
    output.playNote(60, { duration: 40 })
    await clock.advance(100)
    output.noteOn(64)
    await until('loading')
    await clock.advance(100)
    arrive()
    await until('ready')
    expect(synth.heard.calls).toEqual(['start 60 at 200', 'release 60 at 240', 'start 64 at 300'])
  })

  it('are left out where they would come more than 300 ms late', async () => {
    const { output, clock, synth, until, arrive } = await slow()
    output.playNote(60, { duration: 40 })
    await clock.advance(400)
    output.noteOn(64)
    await until('loading')
    arrive()
    await until('ready')
    expect(synth.heard.calls).toEqual(['start 64 at 410'])
  })

  it('of a song wait until it is ready', async () => {
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

  it('of a song do not wait for ever, nor for a device, nor for silence', async () => {
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

describe('as the chosen output', () => {
  it('is silent and at rest when another output is chosen', async () => {
    const { kernel, output, synth, status } = await ready()
    output.noteOn(60)
    kernel.get(SETTINGS).store(midiSettings).change({ outputPort: 'synth' })
    expect(synth.heard.held()).toEqual([])
    expect([status(), synth.awake]).toEqual(['off', false])
  })

  it('plays each channel with the program that was sent to it, and what a player changes on a keyboard not', async () => {
    const { output, input, synth } = await ready({ stored: { hearInput: true } })
    output.programChange(33, { channel: 2 })
    for (const channel of [1, 2]) output.noteOn(40, { channel })
    input.receive(programChange(1, 19), { portId: 'guitar' })
    input.receive(noteOn(1, 72, 1), { portId: 'guitar' })
    expect(synth.heard.voices.map(({ program }) => program)).toEqual([undefined, 33, undefined])
  })

  it('is cut by a panic, also what was about to begin', async () => {
    const { output, synth, clock, run } = await ready()
    output.noteOn(60)
    output.noteOn(64, { at: clock.now() + 80 })
    await run('midi-io.panic')
    await clock.advance(200)
    expect(synth.heard.held()).toEqual([])
  })
})

describe('in addition to an output', () => {
  it('is silent unless it is turned on', async () => {
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

  it('has the settings of the song played there, even from before it was turned on', async () => {
    const { output, settings, synth, until } = await makeSound({ output: 'synth' })
    output.volume(0)
    output.hold(true)
    settings.change({ besideOutput: true })
    await until('ready')
    output.noteOn(60)
    output.noteOff(60)
    expect([synth.heard.held(), synth.heard.strips[0]?.level]).toEqual([[60], 0])
    output.volume(127)
    expect(synth.heard.strips[0]?.level).toBe(1)
  })
})

describe('what is played', () => {
  const HEAR = { output: '', stored: { hearInput: true } } as const

  it('sounds immediately, with its pedal', async () => {
    const { input, synth } = await ready(HEAR)
    input.receive(noteOn(1, 60, 1), { portId: 'guitar' })
    input.receive(controlChange(1, 64, 127), { portId: 'guitar' })
    input.receive(noteOff(1, 60), { portId: 'guitar' })
    expect(synth.heard.held()).toEqual([60])
    input.receive(controlChange(1, 64, 0), { portId: 'guitar' })
    expect(synth.heard.calls).toEqual(['start 60 at 0', 'release 60 at 0'])
  })

  it('is not what a song shows', async () => {
    const { input, synth } = await ready(HEAR)
    input.receive(noteOn(1, 60, 1), { portId: 'song' })
    expect(synth.heard.calls).toEqual([])
  })

  it('ends when it is switched off, and when its device is unplugged', async () => {
    const { input, synth, run } = await ready(HEAR)
    input.receive(noteOn(1, 60, 1), { portId: 'guitar' })
    input.release('guitar')
    expect(synth.heard.held()).toEqual([])
    input.receive(noteOn(1, 62, 1), { portId: 'guitar' })
    await run('sound.toggle-hear-input')
    expect(synth.heard.held()).toEqual([])
  })

  it('follows pedals and wheels, even if they moved while it wasn’t heard', async () => {
    const { input, settings, synth, until } = await ready(HEAR)
    const play = (controller: number, value: number) =>
      input.receive(controlChange(1, controller, value), { portId: 'guitar' })
    // The heel of a volume pedal, and a wheel that is up.
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
    const strip = synth.heard.strips[synth.heard.voices[0]?.strip ?? -1]
    expect(strip?.level).toBeGreaterThan(0)
    expect(strip?.vibrato).toBe(0)
  })
})

describe('what the browser allows', () => {
  it('waits for a user gesture; notes played before aren’t played late', async () => {
    const { output, loads, synth, touch, until, codes, waiting } = await makeSound({ touched: false })
    await until('waiting')
    output.noteOn(60)
    output.noteOn(64)
    expect([loads(), codes()]).toEqual([0, ['sound_waits']])
    touch()
    await until('ready')
    expect(synth.heard.calls).toEqual([])
    expect(waiting()).toBe(0)
    output.noteOn(67)
    expect(synth.heard.held()).toEqual([67])
  })

  it('does not bring back in a burst what was due while the page stood still', async () => {
    const { output, input, clock, synth } = await ready({ stored: { hearInput: true } })
    await clock.advance(1000)
    input.receive(noteOn(1, 60, 1), { portId: 'guitar', at: 100 })
    input.receive(noteOn(1, 62, 1), { portId: 'guitar', at: 900 })
    output.noteOn(64)
    expect(synth.heard.voices.map(({ note }) => note)).toEqual([62, 64])
  })

  it('may fail, which is reported once, and a later note tries again', async () => {
    let broken = true
    const { output, clock, codes, notices, until, loads } = await makeSound({
      loading: async () => {
        if (broken) throw new Error('no such file')
      },
    })
    await until('failed')
    for (const note of [60, 62, 64]) output.noteOn(note)
    expect([codes(), notices[0]?.values]).toEqual([['sound_failed'], { reason: 'no such file' }])
    expect(loads()).toBe(1)
    broken = false
    await clock.advance(6000)
    output.noteOn(60)
    await until('ready')
    expect(loads()).toBe(2)
  })

  it('waits for the connection if it is first needed offline', async () => {
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
    expect([synth.heard.voices.length, notices.length]).toEqual([1, 1])
  })

  it('shows no URL when a part could not be loaded, and a later note tries again', async () => {
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

it('its settings are kept under the tenant, and reach the synthesiser', async () => {
  const { kernel, synth, settings, run } = await ready({ stored: { volume: 0.5, muted: true } })
  expect(synth.received).toMatchObject({ instrument: 'plucked-string', ofTheSong: true, volume: 0.5 })
  await run('sound.choose-instrument', { instrument: 'synthesiser' })
  await run('sound.toggle-song-instruments')
  await run('sound.toggle-mute')
  await run('sound.set-volume', { volume: 0.95 })
  expect(synth.received).toMatchObject({ instrument: 'synthesiser', ofTheSong: false })
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

it('leaves nothing behind when it is switched off, and comes back', async () => {
  const { kernel, output, synth } = await ready()
  output.noteOn(60)
  await kernel.host.disable('sound')
  expect([synth.received.disposed, synth.heard.held()]).toEqual([true, []])
  expect(kernel.host.state('sound')?.leaks).toBeUndefined()
  await kernel.host.enable('sound')
  expectNoLeaks(kernel)
})

const CHANNEL_2 = 2
const VOLUME = 7
const EXPRESSION = 11

async function turnedDown(controller = VOLUME) {
  const made = await makeSound({ output: '', stored: { hearInput: true } })
  await made.until('ready')
  const { midi, synth, view } = made
  const play = (bytes: readonly number[]) => midi.play('guitar', bytes)
  play(controlChange(CHANNEL_2, controller, 0))
  play(noteOn(CHANNEL_2, 60, 0.5))
  const level = () => synth.heard.strips[0]?.level
  expect(level()).toBe(0)
  return { ...made, play, level, shown: () => view.getState().turnedDown }
}

it('shows a channel that is played but turned down, and reports it once', async () => {
  const { play, shown, codes } = await turnedDown()
  expect(shown()).toBe(CHANNEL_2)
  play(noteOff(CHANNEL_2, 60))
  play(noteOn(CHANNEL_2, 62, 0.5))
  expect(codes()).toEqual(['sound_turned_down'])
})

it('clears it once the channel is turned up', async () => {
  const { play, shown } = await turnedDown(EXPRESSION)
  play(controlChange(CHANNEL_2, EXPRESSION, 1))
  expect(shown()).toBeUndefined()
})

it('resets channels on panic', async () => {
  const { level, shown, run } = await turnedDown()
  await run('midi-io.panic')
  expect(level()).toBeGreaterThan(0.1)
  expect(shown()).toBeUndefined()
})

it('resets channels of a device that is disconnected', async () => {
  const { midi, level, shown } = await turnedDown()
  midi.unplug('guitar')
  await vi.waitFor(() => expect(level()).toBeGreaterThan(0.1))
  expect(shown()).toBeUndefined()
})

it('is silent when the page goes away, and sounds again when it is back', async () => {
  const { midi, page, synth } = await ready({ output: '', stored: { hearInput: true } })
  midi.play('guitar', controlChange(1, VOLUME, 100))
  midi.play('guitar', noteOn(1, 60, 0.5))
  expect(synth.heard.held()).toEqual([60])
  page.hide()
  expect(synth.heard.calls.at(-1)).toMatch(/^cut 60/)
  expect(synth.heard.held()).toEqual([])
  midi.play('guitar', noteOff(1, 60))
  midi.play('guitar', noteOn(1, 64, 0.5))
  expect(synth.heard.held()).toEqual([64])
})
