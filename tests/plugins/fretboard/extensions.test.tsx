// @vitest-environment happy-dom
// What plugins add to the neck: layers over it.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { definePlugin, defineRuntime, type PluginContext } from '../../../src/core/kernel/manifest/plugin.js'
import { createStore } from '../../../src/core/platform/store.js'
import { NECK_LAYERS, type NeckLayer, type NeckMark } from '../../../src/plugins/fretboard/tokens.js'
import { renderScreen } from '../../support/render-screen.js'
import { fretboardKernel } from './fakes.js'

async function kernelWith(activate: (context: PluginContext) => void) {
  const extra = definePlugin({
    id: 'extra',
    version: '1.0.0',
    engine: '^1.0.0',
    title: 'Extra',
    runsIn: ['browser', 'node'],
    load: async () => ({ default: defineRuntime({ activate }) }),
  })
  const parts = await fretboardKernel({}, [extra])
  const posted = () => parts.notices.map(({ code, values }) => `${code} ${values?.point}: ${values?.reason}`)
  return { ...parts, posted }
}

describe('a layer over the neck', () => {
  const layer = (id: string, marks: NeckLayer['marks']): NeckLayer => ({ id, marks })
  const pins = (...marks: NeckMark[]) => createStore<readonly NeckMark[]>(marks)
  const PIN: NeckMark = { string: 1, fret: 0, look: 'pin', label: '1' }
  const drawn = () =>
    [...document.querySelectorAll('[data-layer]:not([data-layer^="fretboard."])')].map(
      each => each.textContent,
    )

  it('that throws when it is drawn is taken out, and the neck and the others stay', async () => {
    const broken = {
      ...pins(),
      getState: () => {
        throw new Error('no marks')
      },
    }
    const { kernel, posted } = await kernelWith(({ extend }) => {
      extend(NECK_LAYERS, layer('broken', broken))
      extend(NECK_LAYERS, layer('fine', pins(PIN)))
    })
    renderScreen(kernel, 'fretboard', 'FretboardPage')
    await screen.findByRole('group', { name: 'Guitar neck' })
    await waitFor(() => expect(drawn()).toEqual(['1']))
    expect(posted()).toEqual(['extension_failed fretboard.layers: no marks.'])
  })

  it('that becomes invalid is removed', async () => {
    const marks = pins(PIN)
    const { kernel, posted } = await kernelWith(({ extend }) => extend(NECK_LAYERS, layer('shaky', marks)))
    renderScreen(kernel, 'fretboard', 'FretboardPage')
    await waitFor(() => expect(drawn()).toEqual(['1']))
    act(() => marks.setState(null as never, true))
    await waitFor(() => expect(posted()).toHaveLength(1))
    expect(drawn()).toEqual([])
    expect(screen.getByRole('group', { name: 'Guitar neck' })).toBeTruthy()
  })
})
