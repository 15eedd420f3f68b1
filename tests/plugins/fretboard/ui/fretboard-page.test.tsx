import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { PluginContext, PluginManifest } from '../../../../src/core/kernel/plugin.js'
import { TRANSLATOR } from '../../../../src/core/kernel/tokens.js'
import { createStore } from '../../../../src/core/platform/store.js'
import {
  DRAGGED_FRETS,
  FRETBOARD_PANELS,
  NECK_LAYERS,
  type NeckMark,
  SELECTION,
} from '../../../../src/plugins/fretboard/tokens.js'
import { LiveNeck } from '../../../../src/plugins/fretboard/ui/lights/live-neck.js'
import { NECK_PORT, SONG_PORT } from '../../../../src/plugins/midi-io/tokens.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { positionsNamed } from '../../../support/positions-named.js'
import { renderScreen } from '../../../support/render-screen.js'
import { noteOff, noteOn } from '../events.js'
import { fretboardKernel, keptSettings } from '../fakes.js'

async function page(stored?: object, more: readonly PluginManifest[] = []) {
  const context = await fretboardKernel(stored && keptSettings(stored), more)
  const { container } = renderScreen(context.kernel, 'fretboard', 'FretboardPage')
  const neck = await screen.findByRole('group', { name: 'Guitar neck' })
  const at = (position: string) => {
    const element = neck.querySelector<SVGElement>(`[data-neck-position="${position}"]`)
    if (!element) throw new Error(`The position ${position} is missing.`)
    return element
  }
  const lit = () =>
    [...container.querySelectorAll('[data-sounding]')].map(node => node.getAttribute('data-neck-position'))
  const user = userEvent.setup()
  /** Opens a toolbar menu. */
  const menu = async (name: string) => {
    await user.click(screen.getByRole('button', { name }))
    return within(await screen.findByRole('dialog'))
  }
  return { ...context, neck, at, lit, user, menu }
}

it('the page shows German or solfège note names if selected', async () => {
  const { at, kernel, neck, run } = await page()
  const call = (names: string) => act(() => run('set-note-names', { names }))
  expect(at('5:2').textContent).toBe('B27')
  await act(() => kernel.get(TRANSLATOR).setLanguage('de'))
  await waitFor(() => expect(at('5:2').textContent).toBe('H27'))
  await act(() => kernel.get(TRANSLATOR).setLanguage('en'))
  await call('german')
  expect(at('5:2').textContent).toBe('H27')
  expect(neck.querySelector('[data-string-name="2"]')?.textContent).toBe('H')
  expect(at('5:2').getAttribute('aria-label')).toBe('String 5, fret 2, H2, seventh')
  const chord = [5, 4, 3, 2].map((string, index) => ({ string, fret: index === 0 ? 1 : 3 }))
  act(() => kernel.get(SELECTION).set(chord))
  expect(document.querySelector('[data-chord]')?.textContent).toBe('B')
  await call('solfege')
  expect(at('5:2').textContent).toBe('Si2')
  expect(document.querySelector('[data-chord]')?.textContent).toBe('Si♭')
})

it('a drag along the fret numbers selects a fret range, and a click clears it', async () => {
  const { kernel, neck } = await page()
  expect(neck.querySelector('[data-fret-range]')).toBeNull()
  const chosen: unknown[] = []
  const choose = (range: unknown) => void chosen.push(range)
  act(() => kernel.get(DRAGGED_FRETS).setState({ range: undefined, choose }, true))
  const strip = neck.querySelector<SVGGElement>('[data-fret-range]')
  if (!strip) throw new Error('The strip is missing.')
  const captured: number[] = []
  strip.setPointerCapture = pointer => void captured.push(pointer)
  // happy-dom has no layout, so fret n is placed at x = 10n.
  for (const space of strip.querySelectorAll<SVGRectElement>('[data-fret-space]')) {
    const fret = Number(space.getAttribute('data-fret-space'))
    space.getBoundingClientRect = () => new DOMRect(fret * 10, 0, 10, 10)
  }
  const at = (fret: number) => ({ clientX: fret * 10 + 5, clientY: 5, button: 0, pointerId: 1 })
  fireEvent.pointerDown(strip, at(5))
  fireEvent.pointerMove(strip, at(4))
  fireEvent.pointerMove(strip, at(2))
  expect(captured).toEqual([1])
  expect(strip.getAttribute('data-fret-range')).toBe('2-5')
  fireEvent.pointerUp(strip, at(2))
  expect(chosen).toEqual([{ from: 2, to: 5 }])
  fireEvent.pointerDown(strip, at(3))
  fireEvent.pointerUp(strip, at(3))
  expect(chosen).toEqual([{ from: 2, to: 5 }, undefined])
  fireEvent.pointerDown(strip, at(3))
  fireEvent.pointerMove(strip, at(5))
  fireEvent.pointerCancel(strip, at(5))
  expect([chosen.length, strip.getAttribute('data-fret-range')]).toEqual([2, ''])
})

it('note labels are spelled for the sounding chord, then for the scale again', async () => {
  const labels = vi.spyOn(LiveNeck.prototype, 'setLabels')
  const { hear, kernel } = await page()
  const nameOf44 = () => labels.mock.lastCall?.[1]?.(44).name
  expect(nameOf44()).toBe('Ab')
  const e7 = [40, 44, 47, 50]
  const named = async () => {
    await act(() => kernel.platform.clock.advance(100))
    return nameOf44()
  }
  for (const pitch of e7) hear(noteOn(pitch))
  expect(await named()).toBe('G#')
  for (const pitch of e7) hear(noteOff(pitch))
  expect(await named()).toBe('Ab')
  labels.mockRestore()
})

it('the page lists the inputs that are playing, such as the neck and the song', async () => {
  const { hear, kernel } = await page()
  for (const [number, portId] of [
    [43, NECK_PORT],
    [64, SONG_PORT],
  ] as const)
    act(() => hear(noteOn(number, { portId })))
  const names = () => within(screen.getByRole('list', { name: /Inputs|Eingänge/ })).getAllByRole('listitem')
  await waitFor(() => expect(names().map(item => item.textContent)).toEqual(['This neck', 'Song']))
  await act(() => kernel.translator.setLanguage('de'))
  await waitFor(() => expect(names().map(item => item.textContent)).toEqual(['Dieses Griffbrett', 'Stück']))
})

it('touching with several fingers plays notes, as does a click without pointer events', async () => {
  const { at, sent } = await page({ selectMode: false })
  fireEvent.pointerDown(at('6:3'), { pointerType: 'touch', pointerId: 1 })
  fireEvent.pointerDown(at('5:2'), { pointerType: 'touch', pointerId: 2 })
  expect(sent).toEqual([43, 47])
  fireEvent.click(at('6:3'), { detail: 1 })
  expect(sent).toEqual([43, 47])
  // Screen readers send only a click.
  fireEvent.click(at('6:3'), { detail: 0 })
  expect(sent).toEqual([43, 47, 43])
})

it('plugin panels appear below the neck in order, and marks that throw are reported', async () => {
  const mark = { string: 6, fret: 3, look: 'pin' } as const
  const marks = createStore<readonly NeckMark[]>([mark, { ...mark, label: '2' }])
  const broken = {
    ...marks,
    getState: () => {
      throw new Error('no marks')
    },
  }
  const screens = {
    Song: async () => ({ default: () => <p>The open song</p> }),
    Hint: async () => ({ default: () => <p>A hint</p> }),
  }
  const activate = ({ extend }: PluginContext) => {
    extend(FRETBOARD_PANELS, { id: 'songs.hint', order: 1, plugin: 'songs', screen: 'Hint' })
    extend(FRETBOARD_PANELS, { id: 'songs.open', plugin: 'songs', screen: 'Song' })
    extend(NECK_LAYERS, { id: 'songs.broken', marks: broken })
    extend(NECK_LAYERS, { id: 'songs.next', marks })
  }
  const songs = makePlugin('songs', {}, { screens, activate })
  const { kernel, neck, notices } = await page(undefined, [songs])
  const comesBefore = (element: Node, other: Node) =>
    (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  const song = await screen.findByText('The open song')
  expect(comesBefore(neck, song)).toBe(true)
  expect(comesBefore(song, await screen.findByText('A hint'))).toBe(true)
  expect(neck.querySelector('[data-layer="songs.next"]')?.textContent).toBe('2')
  expect(notices.map(({ code, values }) => [code, values?.reason])).toEqual([
    ['extension_failed', 'no marks.'],
  ])
  act(() => marks.setState([], true))
  expect(neck.querySelector('[data-layer="songs.next"]')?.innerHTML).toBe('')
  await act(() => kernel.host.disable('songs'))
  expect(screen.queryByText('The open song')).toBeNull()
})

it('the chord finder shows diagrams, and clicking one or pressing Enter selects its voicing', async () => {
  const { user, run, kernel, at } = await page()
  const { positions } = kernel.get(SELECTION)
  expect(screen.queryByRole('region', { name: 'Chord finder' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Chords' }))
  await screen.findByRole('region', { name: 'Chord finder' })
  await user.type(screen.getByRole('textbox', { name: 'Chord' }), 'G{Enter}')
  expect(screen.getByText(/^1 of \d{3,4}$/)).toBeTruthy()
  const diagram = (name: RegExp) => screen.getByRole('button', { name })
  expect(diagram(/^320003, frets 0 to 3/).getAttribute('aria-pressed')).toBe('true')
  await user.click(diagram(/^355433, frets 3 to 5/))
  expect(positions.getState()).toEqual(positionsNamed('1:3 2:3 3:4 4:5 5:5 6:3'))
  diagram(/^320003/).focus()
  await user.keyboard('{Enter}')
  expect(positions.getState()).toEqual(positionsNamed('1:3 2:0 3:0 4:0 5:2 6:3'))
  const shown = () => within(screen.getByRole('list', { name: 'Voicings' })).getAllByRole('button').length
  const before = shown()
  await user.click(screen.getByRole('button', { name: 'More voicings' }))
  expect(shown()).toBeGreaterThan(before)
  await act(() => run('find-chord', { chord: 'G7', form: 'shell', root: 6 }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Chord' }).value).toBe('G7')
  // Degrees are relative to the chord: B is 3 in G7 but 7 in C major.
  expect(at('3:4').textContent).toMatch(/3$/)
  expect(diagram(/^3x34xx, frets 3 to 4/)).toBeTruthy()
})
