// @vitest-environment happy-dom
// What plugins add to the neck: layers over it, and tunings to choose.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { definePlugin, defineRuntime, type PluginContext } from '../../../src/core/kernel/manifest/plugin.js'
import { createStore } from '../../../src/core/platform/store.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { IGNORED } from '../../../src/plugins/fretboard/neck/neck-view.js'
import {
  type AddedTuning,
  FRETBOARD_TUNINGS,
  NECK_LAYERS,
  NECK_VIEW,
  type NeckLayer,
  type NeckMark,
} from '../../../src/plugins/fretboard/tokens.js'
import { renderScreen } from '../../support/render-screen.js'
import { fretboardKernel } from './fakes.js'

const NASHVILLE: AddedTuning = {
  id: 'nashville',
  name: 'Nashville',
  instrument: 'guitar',
  lowToHigh: 'E3 A3 D4 G4 B3 E4',
}
const CHOSEN = { fretworkFretboard: JSON.stringify({ version: '1', tuningId: 'extra:nashville' }) }

const extra = (activate: (context: PluginContext) => void, activateOn?: ['route:/never']) =>
  definePlugin({
    id: 'extra',
    version: '1.0.0',
    engine: '^1.0.0',
    title: 'Extra',
    runsIn: ['browser', 'node'],
    activateOn,
    load: async () => ({ default: defineRuntime({ activate }) }),
  })

async function kernelWith(
  activate: (context: PluginContext) => void,
  { stored = {}, activateOn }: { stored?: Record<string, string>; activateOn?: ['route:/never'] } = {},
) {
  const parts = await fretboardKernel(stored, [extra(activate, activateOn)])
  const posted = () => parts.notices.map(({ code, values }) => `${code} ${values?.point}: ${values?.reason}`)
  const view = () => parts.kernel.get(NECK_VIEW).getState()
  const chosen = (tuning: string) => parts.kernel.commands.execute('fretboard.set-tuning', { tuning })
  return { ...parts, posted, view, chosen }
}

describe('a tuning that a plugin adds', () => {
  it('is chosen by its id, kept, and offered with the others', async () => {
    const { kernel, view, chosen, settings } = await kernelWith(({ extend }) =>
      extend(FRETBOARD_TUNINGS, NASHVILLE),
    )
    expect(await chosen('extra:nashville')).toMatchObject({ ok: true })
    expect(settings.getState().tuningId).toBe('extra:nashville')
    expect(view().tuning).toEqual({
      id: 'extra:nashville',
      name: 'Nashville',
      strings: [64, 59, 67, 62, 57, 52],
    })
    expect(view().ignored).toEqual([])
    const choices = await kernel.host.choicesFor('fretboard', 'fretboard.set-tuning', 'tuning')
    expect(choices?.map(({ value }) => value)).toContain('extra:nashville')
    expect(choices?.map(({ value }) => value)).toContain('DADGAD')
    const fields = await kernel.host.choicesFor('fretboard', 'fretboard.settings', 'tuningId')
    expect(fields).toContainEqual(expect.objectContaining({ value: 'extra:nashville', label: 'Nashville' }))
    expect(fields).toContainEqual(expect.objectContaining({ value: 2, label: 'DADGAD' }))
  })

  it('is replaced by standard tuning while its plugin is off, with a report, and comes back', async () => {
    const { kernel, view, settings } = await kernelWith(
      ({ extend }) => extend(FRETBOARD_TUNINGS, NASHVILLE),
      { stored: CHOSEN },
    )
    expect(view().tuning.name).toBe('Nashville')
    await kernel.host.disable('extra')
    expect(view().tuning.name).toBe('Standard')
    expect(view().ignored).toEqual([
      { sentence: IGNORED.tuningOff, values: { tuning: 'nashville', plugin: 'Extra' } },
    ])
    expect(settings.getState().tuningId).toBe('extra:nashville')
    await kernel.host.enable('extra')
    expect(view()).toMatchObject({ tuning: { name: 'Nashville' }, ignored: [] })
    expectNoLeaks(kernel)
  })

  it('that was chosen is a reason to start its plugin', async () => {
    const { kernel, view } = await kernelWith(({ extend }) => extend(FRETBOARD_TUNINGS, NASHVILLE), {
      stored: CHOSEN,
      activateOn: ['route:/never'],
    })
    expect(view().ignored).toEqual([])
    await waitFor(() => expect(kernel.host.state('extra')?.status).toBe('active'))
    expect(view()).toMatchObject({ tuning: { name: 'Nashville' }, ignored: [] })
  })

  it('is reported by name if the plugin no longer has it or isn’t installed', async () => {
    const { view, settings } = await kernelWith(() => undefined, { stored: CHOSEN })
    expect(view().ignored.map(({ sentence }) => sentence)).toEqual([IGNORED.tuningLost])
    settings.change({ tuningId: 'gone:harp' })
    expect(view().ignored).toEqual([
      { sentence: IGNORED.tuningOff, values: { tuning: 'harp', plugin: 'gone' } },
    ])
    expect(view().tuning.name).toBe('Standard')
  })

  it.each([
    [{ id: 'Bad Id' }, 'it has to be lowercase letters, digits and hyphens at "id".'],
    [{ lowToHigh: 'E2 A2' }, '3 to 10 strings are needed, not 2 at "lowToHigh".'],
    [{ lowToHigh: 'E2 H2 D3' }, '"H2" is not a note; write it like Eb2 at "lowToHigh".'],
    [{ instrument: 'theremin' as 'guitar' }, undefined],
  ])('is left out where it does not fit: %o', async (wrong, reason) => {
    const { posted, chosen, settings } = await kernelWith(({ extend }) => {
      extend(FRETBOARD_TUNINGS, { ...NASHVILLE, ...wrong })
      extend(FRETBOARD_TUNINGS, { ...NASHVILLE, id: 'fine' })
    })
    expect(posted()).toHaveLength(1)
    if (reason !== undefined) expect(posted()).toEqual([`extension_wrong fretboard.tunings: ${reason}`])
    expect(await chosen('extra:fine')).toMatchObject({ ok: true })
    expect(settings.getState().tuningId).toBe('extra:fine')
  })

  it('is listed under its instrument, by name and strings', async () => {
    const { kernel, settings } = await kernelWith(({ extend }) => extend(FRETBOARD_TUNINGS, NASHVILLE))
    renderScreen(kernel, 'fretboard', 'FretboardPage')
    const chooser = await screen.findByRole('combobox', { name: 'Tuning' })
    await userEvent.click(chooser)
    await userEvent.click(await screen.findByRole('option', { name: 'Nashville EADGBE' }))
    expect(settings.getState().tuningId).toBe('extra:nashville')
    await waitFor(() => expect((chooser as HTMLInputElement).value).toBe('Nashville EADGBE'))
  })
})

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
