import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import fretboard from '../../../../../src/plugins/fretboard/index.js'
import midiIo from '../../../../../src/plugins/midi-io/index.js'
import { SONG_SESSION } from '../../../../../src/plugins/player/tokens.js'
import score from '../../../../../src/plugins/score/index.js'
import { openKernel } from '../../../../support/open-kernel.js'
import { renderScreen } from '../../../../support/render-screen.js'
import { fileOf, openFile, SONG_PLUGINS, songJson } from '../../../player/songs.js'

it('the view menu toggles panels, including plugin panels, and remembers their state', async () => {
  const { kernel, platform } = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS, score],
    route: '/fretboard',
    activate: ['midi-io', 'fretboard', 'player', 'score'],
  })
  await openFile(kernel.get(SONG_SESSION), fileOf('a.json', songJson('A', [[[64, 0, 1]]])))
  renderScreen(kernel, 'fretboard', 'FretboardPage')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'View' }))
  const panels = within(await screen.findByRole('group', { name: 'Panels' }))
  const switches = () => panels.getAllByRole<HTMLInputElement>('switch')
  const state = () =>
    Object.fromEntries(switches().map(each => [each.getAttribute('aria-label'), each.checked]))
  const shown = () => Object.fromEntries(REGIONS.map(([title, name]) => [title, hasRegion(name)]))
  const atFirst = {
    'Show notes and chord': true,
    'Show chord finder': false,
    'Show tablature': true,
    'Show tracks': false,
  }
  expect(state()).toEqual(atFirst)
  await waitFor(() => expect(shown()).toEqual(atFirst))
  for (const each of switches()) await user.click(each)
  const changed = Object.fromEntries(Object.entries(atFirst).map(([title, on]) => [title, !on]))
  expect(state()).toEqual(changed)
  await waitFor(() => expect(shown()).toEqual(changed))
  expect(platform.storage.get('fretworkPanels')).toContain('"chordLine":false,"chordFinder":true')
  expect(platform.storage.get('fretworkTablature')).toContain('"shown":false')
  expect(platform.storage.get('fretworkPractice')).toContain('"tracksShown":true')
})

/** Switch labels and the names of the panels they open. */
const REGIONS = [
  ['Show notes and chord', 'Sounding notes'],
  ['Show chord finder', 'Chord finder'],
  ['Show tablature', 'Tablature'],
  ['Show tracks', 'Tracks'],
] as const

const hasRegion = (name: string) => screen.queryByRole('region', { name, hidden: true }) !== null
