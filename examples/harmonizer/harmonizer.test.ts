import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import harmonizer from './index.js'

const E4 = 64

it('each note gets a second voice, which ends with it even after the interval has changed', async () => {
  const tested = await testPlugin(harmonizer)
  await tested.play(E4)
  expect(tested.sounding()).toEqual([64, 71])
  await tested.set({ interval: -12 })
  await tested.release(E4)
  expect(tested.sounding()).toEqual([])
  await tested.play(E4)
  expect(tested.sounding()).toEqual([52, 64])
  tested.stop()
})

it('notes of other channels are dropped, and notes beyond the range of MIDI get no second voice', async () => {
  const tested = await testPlugin(harmonizer)
  await tested.play(125)
  expect(tested.sounding()).toEqual([125])
  await tested.release(125)
  await tested.set({ channel: 2 })
  await tested.play(E4, 0.8, 1)
  expect(tested.sounding()).toEqual([])
  await tested.play(E4, 0.8, 2)
  expect(tested.sounding()).toEqual([64, 71])
  tested.stop()
})
