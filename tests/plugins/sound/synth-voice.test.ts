import { describe, expect, it } from 'vitest'
import { controlChange, noteOff, noteOn } from '../../../src/core/music/midi-message.js'
import { driveSynth } from '../../../src/plugins/sound/synth-voice.js'

function recorded() {
  const calls: string[] = []
  const driver = driveSynth({
    start: (note, at, velocity) => calls.push(`start ${note} at ${at} ${velocity.toFixed(2)}`),
    stop: (note, at) => calls.push(`stop ${note} at ${at}`),
    stopAll: at => calls.push(`stop all at ${at}`),
    dispose: () => calls.push('dispose'),
  })
  return { calls, play: driver.play }
}

const pedal = (channel: number, value: number) => controlChange(channel, 64, value)

describe('the built-in sound', () => {
  it('starts and stops a note at the time of its message', () => {
    const { calls, play } = recorded()
    play(noteOn(1, 60, 1), 10)
    play(noteOff(1, 60), 500)
    expect(calls).toEqual(['start 60 at 10 1.00', 'stop 60 at 500'])
  })

  it('holds notes while the pedal is down, and ends them all when it comes up', () => {
    const { calls, play } = recorded()
    play(pedal(1, 127), 0)
    play(noteOn(1, 60, 1), 1)
    play(noteOff(1, 60), 2)
    expect(calls).toEqual(['start 60 at 1 1.00'])
    play(pedal(1, 0), 3)
    expect(calls.at(-1)).toBe('stop 60 at 3')
  })

  it('lets a pedal hold the notes of its own channel only', () => {
    const { calls, play } = recorded()
    play(pedal(2, 127), 0)
    play(noteOn(1, 64, 1), 1)
    play(noteOff(1, 64), 2)
    expect(calls.at(-1)).toBe('stop 64 at 2')
  })

  it('ends a pitch that two channels hold with the last of them', () => {
    const { calls, play } = recorded()
    play(noteOn(1, 60, 1), 0)
    play(noteOn(2, 60, 1), 0)
    play(noteOff(1, 60), 5)
    expect(calls.filter(call => call.startsWith('stop'))).toEqual([])
    play(noteOff(2, 60), 6)
    expect(calls.at(-1)).toBe('stop 60 at 6')
  })

  it('ends a note once that is struck again under the pedal', () => {
    const { calls, play } = recorded()
    play(pedal(1, 127), 0)
    for (const at of [1, 2]) {
      play(noteOn(1, 60, 1), at)
      play(noteOff(1, 60), at)
    }
    play(pedal(1, 0), 9)
    expect(calls.filter(call => call.startsWith('stop'))).toEqual(['stop 60 at 9'])
  })

  it.each([
    ['all notes off', controlChange(1, 123, 0)],
    ['all sound off', controlChange(1, 120, 0)],
    ['a reset', [0xff]],
  ])('is silent after %s', (_name, bytes) => {
    const { calls, play } = recorded()
    play(noteOn(1, 60, 1), 0)
    play(bytes, 7)
    expect(calls.at(-1)).toBe('stop all at 7')
  })
})
