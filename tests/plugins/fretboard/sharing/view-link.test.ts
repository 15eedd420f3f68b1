import { describe, expect, it } from 'vitest'
import { CUSTOM_TUNINGS, SHARED_VIEW } from '../../../../src/plugins/fretboard/internal-tokens.js'
import type { FretboardSettings } from '../../../../src/plugins/fretboard/settings.js'
import { LINK_IGNORED, readLink } from '../../../../src/plugins/fretboard/sharing/view-link.js'
import { NECK_VIEW, SELECTION } from '../../../../src/plugins/fretboard/tokens.js'
import { positionsNamed } from '../../../support/positions-named.js'
import { fretboardKernel, keptSettings } from '../fakes.js'

async function neck(stored: object = {}) {
  const context = await fretboardKernel(keptSettings(stored))
  const { kernel, run } = context
  const link = async () => {
    const copied = await run('copy-link')
    return copied.ok ? String(copied.value) : ''
  }
  const view = () => {
    const { ignored: _ignored, ...shown } = kernel.get(NECK_VIEW).getState()
    return shown
  }
  return { ...context, link, view, guest: kernel.get(SHARED_VIEW), selection: kernel.get(SELECTION) }
}

const EVERYTHING = {
  ...{ scale: 'F# Dorian', fretMin: 2, fretMax: 14, showAllNotes: true, showOctaves: false },
  ...{ showDegrees: true, showIntervals: true, selectMode: true, tuningId: 13, leftHanded: true },
  ...{ nutRight: true, capo: 2, chord: 'F#m7', positions: 'three-per-string', position: 0 },
  orientation: 'vertical',
  // Every setting that a link carries: a new one that it forgets does not compile.
} as const satisfies Record<
  Exclude<keyof FretboardSettings, 'velocityLook' | 'trail' | 'onePlace' | 'noteNames'>,
  unknown
>

describe('a link to what is shown', () => {
  it('shows the same over another user’s settings, and changes none of them', async () => {
    const sender = await neck(EVERYTHING)
    sender.selection.set(positionsNamed('1:3 2:4'))
    const receiver = await neck({ scale: 'D Minor', capo: 5, showAllNotes: false, tuningId: 2 })
    const before = receiver.settings.getState()
    expect(await receiver.run('open-link', { link: await sender.link() })).toMatchObject({ ok: true })
    expect(receiver.view()).toEqual(sender.view())
    expect(receiver.selection.positions.getState()).toEqual(sender.selection.positions.getState())
    expect([receiver.settings.getState(), receiver.notices]).toEqual([before, []])
  })

  it('replaces the user’s settings on request', async () => {
    const [sender, receiver] = [await neck(EVERYTHING), await neck()]
    await receiver.run('open-link', { link: await sender.link() })
    await receiver.run('keep-link')
    expect(receiver.guest.getState()).toBeUndefined()
    expect(receiver.settings.getState()).toMatchObject(EVERYTHING)
  })

  it('saves everything except the tuning without a plan for tunings, and says which plan is needed', async () => {
    const { run, settings, guest, view, kernel, notices } = await neck()
    await run('open-link', { link: '?scale=D+Dorian&tuning=C2.G2.D3.A3_Fifths&capo=2' })
    expect(await run('keep-link')).toMatchObject({ ok: false, error: { code: 'plan_needed' } })
    expect(settings.getState()).toMatchObject({ scale: 'D Dorian', capo: 2, tuningId: 0 })
    expect(view().tuning.name).toBe('Fifths')
    expect(guest.getState()).toBeDefined()
    expect(kernel.get(CUSTOM_TUNINGS).items.getState()).toEqual([])
    expect(notices.at(-1)?.leadsTo?.path).toContain('need=tunings')
  })
})

describe('a link with something wrong in it', () => {
  const read = (query: string) => readLink(new URLSearchParams(query))

  it.each([
    ['scale=Q+Nope', 'scale=Q Nope'] as const,
    ['show=octaves.ghosts', 'show=ghosts'] as const,
    [`scale=${'C'.repeat(5000)}`, `scale=${'C'.repeat(24)}`] as const,
    ...[
      ...['tuning=9999', 'capo=40', 'capo=-1', 'frets=many', 'hand=third'],
      ...['neck=diagonal', 'chord=Zorro', 'positions=lotus', 'position=0'],
    ].map(query => [query, query] as const),
  ])('reports %s and keeps the rest', (query, parts) => {
    const { settings, ignored } = read(`${query}&nut=right`)
    expect(ignored).toEqual([{ sentence: LINK_IGNORED.part, values: { parts } }])
    expect(settings.nutRight).toBe(true)
  })

  it('swaps frets in the wrong order, limits them to the neck, and reports it', () => {
    expect(read('frets=9-2')).toMatchObject({
      settings: { fretMin: 2, fretMax: 9 },
      ignored: [{ sentence: LINK_IGNORED.frets, values: { from: '9', to: '2', shownFrom: 2, shownTo: 9 } }],
    })
    expect(read('frets=0-99')).toMatchObject({ settings: { fretMin: 0, fretMax: 24 } })
    expect(read('frets=0-24').ignored).toEqual([])
  })

  it('shows the shape’s notes that are on the neck, two on one string too, and names those that are not', async () => {
    const { run, selection, notices } = await neck()
    await run('open-link', { link: '?show=octaves&shape=x.3%2B5.2.0.77.0_0_E2.A2.D3.G3.B3.E4_' })
    expect(selection.positions.getState()).toEqual(positionsNamed('1:0 3:0 4:2 5:3 5:5'))
    expect(notices.map(({ values }) => values)).toEqual([{ positions: '2:77' }])
  })

  it('without any part of a view is rejected', async () => {
    const { run } = await neck()
    const opened = await run('open-link', { link: 'https://fretwork.example/?from=mail' })
    expect(opened).toMatchObject({ ok: false, error: { code: 'link_invalid' } })
  })
})
