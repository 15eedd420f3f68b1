// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { rank } from '../../../../../src/core/commands/search/rank.js'
import { CUSTOM_SHAPES } from '../../../../../src/plugins/fretboard/internal-tokens.js'
import { NECK_VIEW, SELECTION, TUNING_LIST } from '../../../../../src/plugins/fretboard/tokens.js'
import { scaleAliases, tuningTexts } from '../../../../../src/plugins/fretboard/ui/tools/search-filter.js'
import { renderScreen } from '../../../../support/render-screen.js'
import { fretboardKernel } from '../../fakes.js'

async function page() {
  const context = await fretboardKernel()
  for (const feature of ['tunings', 'shapes']) context.kernel.commands.setContext(`plan.${feature}`, true)
  const { container } = renderScreen(context.kernel, 'fretboard', 'FretboardPage')
  const neck = await screen.findByRole('group', { name: 'Guitar neck' })
  const at = (position: string) => {
    const element = neck.querySelector<SVGElement>(`[data-neck-position="${position}"]`)
    if (!element) throw new Error(`No position ${position}`)
    return element
  }
  const positions = () =>
    context.kernel
      .get(SELECTION)
      .positions.getState()
      .map(({ string, fret }) => `${string}:${fret}`)
  return {
    ...context,
    container,
    at,
    positions,
    user: userEvent.setup(),
    view: context.kernel.get(NECK_VIEW),
  }
}

afterEach(() => window.history.replaceState(null, '', '/'))

/** The page with the chord finder, which is closed at first. */
async function finder() {
  const context = await page()
  expect(screen.queryByRole('region', { name: 'Chord finder' })).toBeNull()
  await context.user.click(screen.getByRole('button', { name: 'Chords' }))
  await screen.findByRole('region', { name: 'Chord finder' })
  return context
}

describe('the tools of the neck', () => {
  it('find voicings, step through them, and show their fingers', async () => {
    const { user, positions, container } = await finder()
    await user.type(screen.getByRole('textbox', { name: 'Chord' }), 'C{Enter}')
    expect(positions()).toEqual(['1:0', '2:1', '3:0', '4:2', '5:3'])
    expect(container.querySelector('[data-layer="fretboard.fingers"]')?.textContent).toBe('○1○23×')
    expect(screen.getByText(/^1 of \d{3,4}$/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next voicing' }))
    expect(screen.getByText(/^2 of /)).toBeTruthy()
  })

  it('show voicings as diagrams, of which a click or Enter puts one on the neck', async () => {
    const { user, positions, kernel } = await finder()
    await user.type(screen.getByRole('textbox', { name: 'Chord' }), 'G{Enter}')
    const diagram = (name: RegExp) => screen.getByRole('button', { name })
    expect(diagram(/^320003, frets 0 to 3/).getAttribute('aria-pressed')).toBe('true')
    await user.click(diagram(/^355433, frets 3 to 5/))
    expect(positions()).toEqual(['1:3', '2:3', '3:4', '4:5', '5:5', '6:3'])
    diagram(/^320003/).focus()
    await user.keyboard('{Enter}')
    expect(positions()).toEqual(['1:3', '2:0', '3:0', '4:0', '5:2', '6:3'])
    const shown = () => within(screen.getByRole('list', { name: 'Voicings' })).getAllByRole('button').length
    const before = shown()
    await user.click(screen.getByRole('button', { name: 'More voicings' }))
    expect(shown()).toBeGreaterThan(before)
    await act(() => kernel.commands.execute('fretboard.find-chord', { chord: 'G7', form: 'shell', root: 6 }))
    expect(diagram(/^3x34xx, frets 3 to 4/)).toBeTruthy()
  })

  it('show a chord over the scale, and hide it', async () => {
    const { user, container, at } = await finder()
    await user.type(screen.getByRole('textbox', { name: 'Chord' }), 'Am7')
    await user.click(screen.getByRole('button', { name: 'Show over the scale' }))
    expect(container.querySelectorAll('[data-layer="fretboard.chord"] circle').length).toBeGreaterThan(10)
    expect(at('5:0').hasAttribute('data-shown')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Show over the scale' }))
    expect(container.querySelector('[data-layer="fretboard.chord"] circle')).toBeNull()
  })

  it('save the selection under its chord, and show it again', async () => {
    const { user, positions, kernel } = await finder()
    act(() =>
      kernel.get(SELECTION).set([
        { string: 5, fret: 3 },
        { string: 4, fret: 2 },
        { string: 3, fret: 0 },
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!{Enter}')
    await waitFor(() => expect(kernel.get(CUSTOM_SHAPES).choices()).toHaveLength(1))
    act(() => kernel.get(SELECTION).clear())
    await user.click(screen.getByRole('button', { name: 'Saved shapes' }))
    await user.click(await screen.findByRole('button', { name: 'C!' }))
    await waitFor(() => expect(positions()).toEqual(['3:0', '4:2', '5:3']))
  })
})

describe('the neck', () => {
  it('selects positions that are dragged over, and ignores the click at the end', async () => {
    const { at, positions } = await page()
    fireEvent.pointerDown(at('5:3'), { button: 0, buttons: 1, pointerType: 'mouse' })
    for (const position of ['4:2', '3:0'])
      fireEvent.pointerOver(at(position), { buttons: 1, pointerType: 'mouse' })
    fireEvent.pointerUp(at('3:0'))
    fireEvent.click(at('3:0'))
    expect(positions()).toEqual(['3:0', '4:2', '5:3'])
  })

  it('opens what the address brings, and goes back on request', async () => {
    window.history.replaceState(null, '', '/fretboard?tuning=D2.A2.D3.G3.A3.D4_Rainy+day')
    const { user, view, settings } = await page()
    expect(await screen.findByText(/viewing a shared link/)).toBeTruthy()
    expect(view.getState().tuning.name).toBe('Rainy day')
    await user.click(screen.getByRole('button', { name: 'Back to my settings' }))
    expect(view.getState().tuning.name).toBe('Standard')
    expect(settings.getState().tuningId).toBe(0)
  })
})

describe('the search', () => {
  it('finds tunings by name, letters, instrument, number of strings, and with a typo', async () => {
    const { kernel } = await fretboardKernel()
    const tunings = kernel.get(TUNING_LIST).getState()
    const entries = tunings.map(tuning => ({ id: tuning.name, texts: tuningTexts(tuning, [tuning.name]) }))
    const found = (query: string) => rank(entries, query).map(({ id }) => id)
    const first = (query: string) => found(query)[0]
    expect(first('dadgad')).toBe('DADGAD')
    expect(found('EADGBE').slice(0, 3)).toContain('Standard')
    expect(first('sawmil')).toBe('Banjo, sawmill')
    expect(first('charnago')).toBe('Charango')
    expect(
      found('8 strings')
        .slice(0, 4)
        .every(name => name.startsWith('8-string')),
    ).toBe(true)
    expect(found('')).toHaveLength(tunings.length)
  })

  it('finds scales by their aliases', () => {
    expect(scaleAliases('Minor')).toContain('aeolian')
    expect(scaleAliases('Minor Blues')).toContain('blues')
  })
})
