// Effects and taps of plugins reach the synthesizer, and leave it with their plugin.
import { expect, it, vi } from 'vitest'
import { SOUND_EFFECTS, SOUND_TAPS, type SoundNode } from '../../../src/plugins/sound/tokens.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { makeSound } from './make-sound.js'

const node: SoundNode = { connect: () => undefined, disconnect: () => undefined }

it('effects and taps of plugins are taken in while the sound runs, and removed with their plugin', async () => {
  const { kernel, synth, until } = await makeSound()
  await until('ready')
  expect(synth.received.items).toMatchObject({ effects: [], taps: [] })
  const reverb = makePlugin('reverb', {}, () => ({
    activate: ({ extend }) => {
      extend(SOUND_EFFECTS, { id: 'reverb', order: 2, create: () => ({ input: node, output: node }) })
      extend(SOUND_TAPS, { id: 'meter', create: () => ({ input: node }) })
    },
  }))
  await kernel.host.replace(reverb)
  await kernel.host.activate('reverb')
  expect(synth.received.items).toMatchObject({ effects: [{ id: 'reverb' }], taps: [{ id: 'meter' }] })
  await kernel.host.disable('reverb')
  expect(synth.received.items).toMatchObject({ effects: [], taps: [] })
})

it('an effect that cannot be made is taken out with a notice that names its plugin', async () => {
  const { kernel, synth, until, notices } = await makeSound()
  await until('ready')
  await kernel.host.replace(
    makePlugin('reverb', {}, () => ({
      activate: ({ extend }) => {
        extend(SOUND_EFFECTS, { id: 'reverb', create: () => ({ input: node, output: node }) })
      },
    })),
  )
  await kernel.host.activate('reverb')
  const items = synth.received.items
  const [effect] = items?.effects ?? []
  if (effect) items?.onFailed(effect, new Error('no worklet'))
  await vi.waitFor(() => expect(notices.map(({ code }) => code)).toContain('extension_failed'))
  expect(synth.received.items?.effects).toEqual([])
})
