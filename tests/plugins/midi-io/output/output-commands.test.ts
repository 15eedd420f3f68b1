import { expect, it } from 'vitest'
import { midiBytes } from '../../../support/midi-bytes.js'
import { makeKernel } from '../support/make-kernel.js'

const ready = (outputPort = 'synth') =>
  makeKernel({ stored: { fretworkMidi: JSON.stringify({ version: '1', outputPort, outputChannel: 2 }) } })

it.each([
  ['send-hold', { down: true }, [[0xb1, 64, 64]]],
  ['send-program', { program: 128 }, [[0xc1, 127]]],
])('%s sends the messages for %o', async (id, args, expected) => {
  const { run, bytes } = await ready()
  expect(await run(id, args)).toMatchObject({ ok: true })
  expect(bytes()).toEqual(expected)
})

it('the test note is sent with a note-off', async () => {
  const { run, bytes, clock } = await ready()
  await run('play-test-note')
  await clock.advance(1000)
  expect(bytes()).toEqual(midiBytes('91 60 64, 81 60 64'))
})

it('playing the test note without an output is reported', async () => {
  const { run, notices } = await ready('')
  await run('play-test-note')
  expect(notices.map(({ message }) => message)).toEqual([
    'Couldn’t send a test note. Select a connected output first.',
  ])
})
