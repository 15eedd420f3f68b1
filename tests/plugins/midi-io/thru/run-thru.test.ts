// MIDI thru as the plugin runs it: by its settings and commands, with ports that come and go.
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/services/tokens.js'
import { thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { midiBytes } from '../../../support/midi-bytes.js'
import { GK3, makeKernel, SYNTH, THRU, TO_SYNTH } from '../support/make-kernel.js'

const PIANO = { id: 'piano-in', name: 'Stage Piano In', manufacturer: 'Kawai' }
const PIANO_OUT = { id: 'piano-out', name: 'Stage Piano Out', manufacturer: 'Kawai' }

async function ready(stored: Record<string, string> = THRU) {
  const made = await makeKernel({ inputs: [GK3, PIANO], outputs: [SYNTH, PIANO_OUT], stored })
  return { ...made, thru: made.kernel.get(SETTINGS).store(thruSettings) }
}

describe('MIDI thru in the plugin', () => {
  it('is switched by a command, kept under the tenant’s key, and ends what sounds when it is switched off', async () => {
    const { midi, run, bytes, thru, platform } = await ready(TO_SYNTH)
    await run('toggle-thru')
    expect(JSON.parse(platform.storage.get('fretworkMidiThru') ?? '{}')).toMatchObject({ on: true })
    midi.play('gk3', [0x90, 60, 100])
    await run('toggle-thru')
    expect(thru.getState().on).toBe(false)
    midi.play('gk3', [0x90, 64, 100])
    expect(bytes()).toEqual(midiBytes('90 60 100, 80 60 64'))
  })

  it('ends what sounds when its filter changes, and goes by the new one', async () => {
    const { midi, run, bytes } = await ready()
    midi.play('gk3', [0x92, 60, 100])
    await run('toggle-thru-channel', { channel: 3 })
    midi.play('gk3', [0x92, 62, 100])
    midi.play('gk3', [0x93, 64, 100])
    await run('toggle-thru-input', { port: 'gk3' })
    midi.play('gk3', [0x93, 65, 100])
    await run('toggle-thru-input', { port: 'gk3' })
    await run('toggle-thru-channel', { channel: 3 })
    midi.play('gk3', [0x92, 67, 100])
    expect(bytes()).toEqual(midiBytes('92 60 100, 82 60 64, 93 64 100, 83 64 64, 92 67 100'))
  })

  it('passes the clock on where it is wanted, which is in no log', async () => {
    const { midi, thru, bytes, log } = await ready()
    midi.play('gk3', [0xf8])
    thru.change({ realtime: true })
    midi.play('gk3', [0xf8])
    midi.play('gk3', [0xfe])
    expect(bytes()).toEqual([[0xf8]])
    expect(log.snapshot().events).toEqual([])
  })

  it('switches itself off when the device sends back what it gets, says so once, and can be switched on again', async () => {
    const { midi, run, clock, thru, notices, bytes, input } = await ready()
    await run('select-output', { port: 'piano-out' })
    let echoed = 0
    const echo = () => {
      const due = midi.heard('piano-out').slice(echoed)
      echoed += due.length
      for (const message of due) midi.play('piano-in', message.bytes)
    }
    midi.play('piano-in', [0x90, 60, 100])
    midi.play('piano-in', [0x90, 64, 100])
    for (let round = 0; round < 100; round += 1) {
      await clock.advance(14)
      echo()
    }
    expect(thru.getState().on).toBe(false)
    expect(
      bytes('piano-out')
        .slice(-2)
        .map(([status]) => status),
    ).toEqual([0x80, 0x80])
    expect(bytes('piano-out').length).toBeLessThan(80)
    // The probe that has found the loop comes back, and goes no further.
    expect(bytes('piano-out').filter(([, note]) => note === 0)).toHaveLength(1)
    expect(input.soundingNotes('piano-in')).toBe(0)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({ code: 'thru_loop', values: { name: 'Stage Piano In' }, stays: true })
    notices[0]?.action?.run()
    expect(thru.getState().on).toBe(true)
  })

  it('does not pass on a panic that comes back, and goes on half a second later', async () => {
    const { midi, run, clock, bytes } = await ready()
    await run('panic')
    const panic = bytes()
    for (const message of panic) midi.play('gk3', message)
    await clock.advance(400)
    for (const message of panic) midi.play('gk3', message)
    expect(bytes()).toEqual(panic)
    await clock.advance(101)
    midi.play('gk3', [0x90, 60, 100])
    expect(bytes()).toEqual([...panic, [0x90, 60, 100]])
  })
})
