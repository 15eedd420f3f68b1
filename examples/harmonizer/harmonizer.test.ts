import { EVENTS, noteOff, noteOn } from '@fretwork/sdk'
import { MIDI_EVENT, MIDI_INPUT, SONG_PORT } from '@fretwork/sdk/plugins/midi-io'
import { createTestKernel, expectNoLeaks } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { expect, it } from 'vitest'
import harmonizer from './index.js'

const E4 = 64

async function playing() {
  const kernel = await createTestKernel({ plugins: [...BUILT_IN, harmonizer] })
  kernel.commands.setContext('loggedIn', true)
  await kernel.host.trigger('route:/fretboard')
  const heard: string[] = []
  const listening = kernel.get(EVENTS).on(MIDI_EVENT, event => {
    if (event.kind === 'note') heard.push(`${event.on ? '+' : '-'}${event.number}`)
  })
  const play = (bytes: readonly number[], portId = 'keys') =>
    kernel.get(MIDI_INPUT).receive(bytes, { portId })
  const setInterval = (semitones: number) => kernel.commands.execute('harmonizer.set-interval', { semitones })
  const end = () => {
    listening.dispose()
    expectNoLeaks(kernel)
  }
  return { kernel, heard, play, setInterval, end }
}

it('a second voice is added to each note and ends with it', async () => {
  const { heard, play, setInterval, end } = await playing()
  await setInterval(7)
  play(noteOn(1, E4, 1))
  play(noteOff(1, E4))
  expect(heard).toEqual(['+64', '+71', '-64', '-71'])
  end()
})

it('the second voice ends even if the interval has changed or the plugin has been disabled', async () => {
  const { kernel, heard, play, setInterval, end } = await playing()
  await setInterval(7)
  play(noteOn(1, E4, 1))
  await setInterval(-12)
  await kernel.host.disable('harmonizer')
  play(noteOff(1, E4))
  expect(heard).toEqual(['+64', '+71', '-64', '-71'])
  end()
})

it('notes beyond the MIDI range get no second voice, and neither do notes played by the song', async () => {
  const { heard, play, setInterval, end } = await playing()
  await setInterval(24)
  play(noteOn(1, 120, 1))
  play(noteOn(1, E4, 1), SONG_PORT)
  expect(heard).toEqual(['+120', '+64'])
  end()
})
