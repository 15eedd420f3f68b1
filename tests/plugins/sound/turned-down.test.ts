// What a device has set at the built-in sound: forgotten with it and by a panic, and shown where it silences.
import { expect, it, vi } from 'vitest'
import { controlChange, noteOff, noteOn } from '../../../src/core/music/midi/midi-message.js'
import { makeSound } from './make-sound.js'

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
  const { kernel, level, shown } = await turnedDown()
  await kernel.commands.execute('midi-io.panic')
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
  const { midi, synth, hide, until } = await makeSound({ output: '', stored: { hearInput: true } })
  await until('ready')
  midi.play('guitar', controlChange(1, VOLUME, 100))
  midi.play('guitar', noteOn(1, 60, 0.5))
  expect(synth.heard.held()).toEqual([60])
  hide()
  expect(synth.heard.calls.at(-1)).toMatch(/^cut 60/)
  expect(synth.heard.held()).toEqual([])
  midi.play('guitar', noteOff(1, 60))
  midi.play('guitar', noteOn(1, 64, 0.5))
  expect(synth.heard.held()).toEqual([64])
})
