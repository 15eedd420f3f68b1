import { describe, expect, it } from 'vitest'
import { createToken } from '../../../src/core/kernel/token.js'
import { foreseenStates } from '../../../src/plugins/workshop/foreseen-states.js'
import { kernelWith, makePlugin } from '../../core/kernel/make-plugin.js'

const [INPUT, NECK] = [createToken<object>('midi.input'), createToken<object>('neck.model')]
const later = { activateOn: ['command:x'] } as const
const midi = makePlugin('midi', { ...later, provides: [INPUT] })
const neck = makePlugin('neck', { ...later, requires: [INPUT], provides: [NECK] })
const song = makePlugin('song', { ...later, requires: [NECK] })
const sound = makePlugin('sound', { ...later, optional: [INPUT] })

describe('states as they are shown', () => {
  it('name the plugin that is off behind one that waits to be needed', async () => {
    const { host } = await kernelWith([midi, neck, song, sound])
    const shown = () => foreseenStates(host.manifests, host.report.providers, host.states.getState())
    expect(shown()).toEqual(host.states.getState())
    await host.disable('midi')
    expect(shown().song).toMatchObject({ status: 'blocked', code: 'plugin_disabled', by: 'midi' })
    expect(shown().neck?.by).toBe('midi')
    expect(shown().sound?.status).toBe('registered')
  })

  it('come to an end where plugins require each other', async () => {
    const a = makePlugin('a', { ...later, requires: [NECK], provides: [INPUT] })
    const { host } = await kernelWith([a, neck])
    const states = Object.fromEntries(
      Object.entries(host.states.getState()).map(([id, state]) => [
        id,
        { ...state, status: 'registered' as const },
      ]),
    )
    expect(foreseenStates(host.manifests, host.report.providers, states)).toEqual(states)
  })
})
