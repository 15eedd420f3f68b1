import { describe, expect, it } from 'vitest'
import type { HeardNote } from '../../../src/music/audio/heard.js'
import { noteOn } from '../../../src/music/midi/midi-message.js'
import type { CaptureReport } from '../../../src/plugins/audio-in/capture.js'
import { MIDI_PANIC, MIDI_SENT } from '../../../src/plugins/midi-io/tokens.js'
import sound from '../../../src/plugins/sound/index.js'
import { BUILT_IN_MIC, INTERFACE, makeAudio } from './make-audio.js'

type Heard = CaptureReport['heard'][number]

const note = (id: number, pitch: number, atMs: number, more: Partial<HeardNote> = {}): Heard => ({
  ...{ type: 'note', id, pitch, atMs, onset: 0, decided: 0.05, cents: 0, velocity: 1, confidence: 1 },
  ...more,
})
const end = (id: number, atMs: number): Heard => ({ type: 'end', id, at: 0, atMs })
const bend = (id: number, semitones: number, atMs: number): Heard => ({
  ...{ type: 'bend', id, semitones, at: 0, atMs },
})

describe('opening the audio input', () => {
  it('the microphone is opened only when the user turns listening on', async () => {
    const { opened, toggle, view, ports, until } = await makeAudio()
    expect([opened.length, ports()]).toEqual([0, []])
    await toggle()
    await until('listening')
    expect(view()).toMatchObject({ device: BUILT_IN_MIC, problem: undefined, warnings: [] })
    expect(ports()).toMatchObject([{ name: 'Guitar (audio)', device: 'Built-in microphone' }])
  })

  it('turning listening off closes the microphone and removes the input', async () => {
    const { last, toggle, view, ports, watchers, clock } = await makeAudio()
    await toggle()
    await toggle()
    expect([last().ended, view().status, ports(), watchers(), clock.pending]).toEqual([true, 'off', [], 0, 0])
  })

  it('listening goes on while the built-in sound is disabled', async () => {
    const { kernel, opened, toggle, view } = await makeAudio({ more: [sound] })
    await toggle()
    await kernel.host.disable('sound')
    expect([view().status, opened.map(({ ended }) => ended)]).toEqual(['listening', [false]])
  })

  it('a microphone allowed after listening was turned off is closed', async () => {
    const { browser, input, opened, until, view } = await makeAudio()
    let allow: () => void = () => undefined
    browser.answer = new Promise(resolve => {
      allow = resolve
    })
    const starting = input.start()
    await until('asking')
    input.stop()
    allow()
    await starting
    expect([opened.map(({ ended }) => ended), view().status]).toEqual([[true], 'off'])
  })

  it.each([
    ['NotAllowedError', 'audio_refused'],
    ['NotFoundError', 'audio_none'],
    ['NotReadableError', 'audio_busy'],
    ['AbortError', 'audio_busy'],
    ['UnknownError', 'audio_failed'],
  ])('%s is reported as %s, and the next attempt can succeed', async (name, code) => {
    const { browser, toggle, view, codes, until } = await makeAudio()
    browser.error = new DOMException('broken', name)
    await toggle()
    expect([view().status, view().problem, codes()]).toEqual(['failed', code, [code]])
    browser.error = undefined
    await toggle()
    await until('listening')
    expect(view().problem).toBeUndefined()
  })

  it.each([
    [new DOMException('', 'OverconstrainedError'), 'OverconstrainedError'],
    [new Error('The audio thread has failed.'), 'The audio thread has failed'],
  ])('the reason of %o is shown as a part of the sentence', async (error, reason) => {
    const { browser, toggle, view } = await makeAudio()
    browser.error = error
    await toggle()
    expect(view()).toMatchObject({ problem: 'audio_failed', reason })
  })

  it('a tuner opened while the browser asks for permission receives pitches', async () => {
    const { browser, input, last, until } = await makeAudio()
    let allow: () => void = () => undefined
    browser.answer = new Promise(resolve => {
      allow = resolve
    })
    const starting = input.start()
    await until('asking')
    input.tuner.listen()
    allow()
    await starting
    expect(last().changes).toContainEqual(expect.objectContaining({ tunes: true }))
  })

  it('a host without microphones is reported', async () => {
    const { toggle, view } = await makeAudio({ page: false })
    await toggle()
    expect(view()).toMatchObject({ status: 'failed', problem: 'audio_unsupported' })
  })

  it('the default input replaces a chosen one that is missing, until it is connected', async () => {
    const { browser, toggle, view, plug, until, opened } = await makeAudio({ stored: { device: 'usb' } })
    browser.devices = [BUILT_IN_MIC]
    await toggle()
    await until('listening')
    expect(view()).toMatchObject({ device: BUILT_IN_MIC, warnings: ['audio_device_missing'] })
    plug([BUILT_IN_MIC, INTERFACE])
    await expect.poll(() => view()).toMatchObject({ status: 'listening', device: INTERFACE, warnings: [] })
    expect(opened.map(({ ended }) => ended)).toEqual([true, false])
  })
})

describe('while listening', () => {
  it('audio paused by the browser resumes with the next click', async () => {
    const { browser, toggle, touch, view, codes } = await makeAudio()
    browser.isSuspended = true
    await toggle()
    expect([view().status, codes()]).toEqual(['waiting', ['audio_waits']])
    touch()
    expect(view()).toMatchObject({ status: 'listening', problem: undefined })
  })

  it('a muted microphone is reported until it is unmuted', async () => {
    const { toggle, last, view } = await makeAudio()
    await toggle()
    last().problem = 'audio_muted'
    last().listener.onChange()
    expect(view()).toMatchObject({ status: 'waiting', problem: 'audio_muted' })
    last().problem = undefined
    last().listener.onChange()
    expect(view()).toMatchObject({ status: 'listening', problem: undefined })
  })

  it.each(['', 'usb'])(
    'a disconnected input releases its notes and resumes when it is back (%j)',
    async device => {
      const made = await makeAudio({ stored: { device }, facts: { device: INTERFACE } })
      await made.toggle()
      made.report({ heard: [note(1, 40, 500)] })
      made.browser.devices = [BUILT_IN_MIC]
      made.last().listener.onEnded()
      await made.until('failed')
      expect(made.view().problem).toBe('audio_lost')
      expect(made.events.map(({ raw: [status = 0] }) => status >> 4)).toEqual([9, 8])
      expect(made.ports()).toHaveLength(1)
      made.plug([BUILT_IN_MIC])
      made.plug([BUILT_IN_MIC, INTERFACE])
      await made.until('listening')
      expect(made.opened).toHaveLength(2)
    },
  )

  it('a revoked permission is reported as refused', async () => {
    const { browser, toggle, last, view, until } = await makeAudio()
    await toggle()
    browser.isBlocked = true
    last().listener.onEnded()
    await until('failed')
    expect(view().problem).toBe('audio_refused')
  })

  it('a new sample rate restarts listening', async () => {
    const { clock, toggle, last, opened, until, view } = await makeAudio()
    await toggle()
    last().facts = { ...last().facts, sampleRate: 44_100 }
    await clock.advance(1000)
    await until('listening')
    expect([opened.length, view().warnings]).toEqual([2, ['audio_rate_changed']])
  })

  it('a failing worker closes the input', async () => {
    const { toggle, last, view } = await makeAudio()
    await toggle()
    last().listener.onFailed(new Error('out of memory'))
    expect(view()).toMatchObject({ status: 'failed', problem: 'audio_failed', reason: 'out of memory' })
    expect(last().ended).toBe(true)
  })

  it.each([
    ['a processed input', { isProcessed: true }, ['audio_processed']],
    ['a slow input', { latencyMs: 180 }, ['audio_bluetooth']],
    ['an input with the sample rate of a telephone', { sampleRate: 16_000 }, ['audio_bluetooth']],
    ['a wireless input', { device: { id: 'bt', label: 'AirPods Pro' } }, ['audio_bluetooth']],
    ['a wired input', { latencyMs: 20 }, []],
  ])('%s: %j has warnings %j', async (_, facts, warnings) => {
    const { toggle, view } = await makeAudio({ facts })
    await toggle()
    expect(view().warnings).toEqual(warnings)
  })

  it('the chosen channel is used as far as the input has it', async () => {
    const { toggle, report, last, settings, view, run } = await makeAudio({ stored: { channel: 3 } })
    await toggle()
    expect(last().options.channel).toBe(2)
    report({ channels: 2 })
    expect([view().channel, last().changes.at(-1)]).toEqual([2, { channel: 1 }])
    await run('audio-in.choose-channel', { channel: 1 })
    expect([settings.getState().channel, last().changes.at(-1)]).toEqual([1, { channel: 0 }])
  })

  it('choosing another input opens it', async () => {
    const { toggle, run, view, until, opened, ports } = await makeAudio()
    await toggle()
    await run('audio-in.choose-device', { device: 'usb' })
    await until('listening')
    expect([opened.length, view().device, ports()[0]?.device]).toEqual([2, INTERFACE, 'USB interface'])
  })

  it('a new tuning ends the notes and changes the strings that are listened for', async () => {
    const { toggle, report, neck, last, events } = await makeAudio()
    neck.setState({ name: 'Bass', strings: [43, 38, 33, 28], capo: 2 })
    await toggle()
    expect(last().options.open).toEqual([45, 40, 35, 30])
    report({ heard: [note(1, 40, 500)] })
    neck.setState({ name: 'Drop D bass', strings: [43, 38, 33, 26], capo: 0 })
    expect(last().changes.at(-1)).toEqual({ open: [43, 38, 33, 26] })
    expect(events.at(-1)?.raw[0]).toBe(0x8f)
  })

  it('while the tuner listens, it receives pitches and no notes are sent', async () => {
    const { toggle, report, last, input, events } = await makeAudio()
    await toggle()
    const listening = input.tuner.listen()
    expect(last().changes.at(-1)).toEqual({ tunes: true })
    report({ heard: [note(1, 40, 500)] })
    report({ heard: [note(2, 40, 500)], tuned: { hz: 82.4, atMs: 510 } })
    expect([input.tuner.readings.getState(), events]).toEqual([{ hz: 82.4, at: 510 }, []])
    report({ tuned: { hz: undefined, atMs: 560 } })
    expect(input.tuner.readings.getState()).toBeUndefined()
    listening.dispose()
    expect(last().changes.at(-1)).toEqual({ tunes: false })
  })
})

describe('MIDI from audio', () => {
  it('a note has the time of its onset minus the input latency, its velocity and its string', async () => {
    const { toggle, report, events } = await makeAudio({ facts: { latencyMs: 12 } })
    await toggle()
    report({ heard: [note(1, 45, 1000, { string: 5, velocity: 0.5 }), end(1, 1400)] })
    expect(events).toEqual([
      { raw: [0x94, 45, 64], at: 988, string: 5 },
      { raw: [0x84, 45, 64], at: 1388, string: 5 },
    ])
  })

  it('a string ends its previous note, and other strings keep ringing', async () => {
    const { toggle, report, events } = await makeAudio()
    await toggle()
    report({ heard: [note(1, 45, 1000, { string: 5 }), note(2, 50, 1100, { string: 4 })] })
    report({ heard: [note(3, 47, 1200, { string: 5 })] })
    expect(events.map(({ raw: [status = 0, pitch] }) => [status.toString(16), pitch])).toEqual([
      ['94', 45],
      ['93', 50],
      ['84', 45],
      ['94', 47],
    ])
  })

  it('the tenth string isn’t sent on the channel of percussion', async () => {
    const { toggle, report, events } = await makeAudio()
    await toggle()
    report({ heard: [note(1, 40, 500, { string: 10 })] })
    expect(events).toMatchObject([{ raw: [0x9a, 40, 127], string: 10 }])
  })

  it('notes without a string have no string and their own channels', async () => {
    const { toggle, report, events } = await makeAudio()
    await toggle()
    report({ heard: [note(1, 45, 1000), note(2, 52, 1001)] })
    expect(events.map(({ raw: [status], string }) => [status, string])).toEqual([
      [0x9f, undefined],
      [0x9e, undefined],
    ])
  })

  it('bends are pitch bends on the channel of the note, and end with it', async () => {
    const { toggle, report, events } = await makeAudio()
    await toggle()
    report({ heard: [note(1, 64, 1000, { string: 1 }), bend(1, 2, 1100), bend(1, 30, 1200), end(1, 1300)] })
    const [, , , range, ...rest] = events.map(({ raw }) => raw)
    expect(range).toEqual([0xb0, 6, 12])
    const bent = 8192 + Math.round((8192 * 2) / 12)
    expect(rest).toEqual([
      [0xe0, bent & 127, bent >> 7],
      [0xe0, 127, 127],
      [0x80, 64, 64],
      [0xe0, 0, 64],
    ])
  })

  it('a corrected note ends at its onset', async () => {
    const { toggle, report, events } = await makeAudio({ facts: { latencyMs: 0 } })
    await toggle()
    report({ heard: [note(1, 52, 1000)] })
    report({ heard: [end(1, 1000), note(2, 40, 1000)] })
    expect(events.map(({ raw: [, pitch], at }) => [pitch, at])).toEqual([
      [52, 1000],
      [52, 1000],
      [40, 1000],
    ])
  })

  it('a panic ends the notes', async () => {
    const { kernel, toggle, report, events } = await makeAudio()
    await toggle()
    report({ heard: [note(1, 52, 1000)] })
    kernel.events.emit(MIDI_PANIC, undefined)
    report({ heard: [end(1, 1500)] })
    expect(events).toHaveLength(2)
  })

  it('the app’s own notes heard through the loudspeakers are reported once, but not its drums', async () => {
    const { kernel, toggle, report, codes, view } = await makeAudio()
    await toggle()
    const playSong = (channel: number) => {
      for (let index = 1; index <= 40; index += 1) {
        const [pitch, at] = [50 + (index % 5), 400 * index]
        kernel.events.emit(MIDI_SENT, { portId: 'sound', bytes: noteOn(channel, pitch, 1), at })
        report({ heard: [note(index, pitch, at + 130)] })
      }
    }
    playSong(10)
    expect(codes()).toEqual([])
    playSong(2)
    expect([view().warnings, codes()]).toEqual([['audio_feedback'], ['audio_feedback']])
  })
})
