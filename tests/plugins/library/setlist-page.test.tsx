import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DONE } from '../../../src/core/events/app-events.js'
import library from '../../../src/plugins/library/index.js'
import { PLAYING_SETLIST } from '../../../src/plugins/library/setlists/playing-setlist.js'
import { SETLISTS } from '../../../src/plugins/library/setlists/setlists.js'
import { renderRoutes } from '../../support/render-routes.js'
import { renderScreen } from '../../support/render-screen.js'
import { songKernel } from '../player/song-kernel.js'
import { fileOf, openFile, songJson } from '../player/songs.js'

it('a song without notes keeps the setlist’s buttons in the transport', async () => {
  const { kernel, session } = await songKernel()
  await openFile(session, fileOf('empty.json', songJson('Empty', [[]])))
  const list = kernel.get(SETLISTS).add('Gig')
  renderScreen(kernel, 'player', 'Transport')
  act(() => kernel.get(PLAYING_SETLIST).view.setState({ at: { list, place: 0, waiting: false } }))
  const transport = within(await screen.findByLabelText('Transport'))
  await transport.findByText(/contains no notes/)
  expect(await transport.findByRole('group', { name: 'Setlist “Gig”' })).toBeTruthy()
})

it('edits to setlist songs can be undone, and focus stays in the list', async () => {
  const { kernel, notices, run } = await songKernel()
  const lists = kernel.get(SETLISTS)
  const { id } = lists.add('Gig')
  lists.change(id, { songs: ['A', 'B', 'C'].map(title => ({ song: title, title, tempo: 100 })) })
  const said: string[] = []
  kernel.events.on(DONE, ({ text }) => void said.push(text))
  renderRoutes(kernel, library, `/setlists/${id}`)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Move B up' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move B down')
  await user.click(screen.getByRole('button', { name: 'Remove C' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove A')
  expect(said).toEqual(['Gig', 'Song 1 of 3: B'])
  await user.type(screen.getByRole('textbox', { name: 'From bar, B' }), '9')
  await user.type(screen.getByRole('textbox', { name: 'To bar, B' }), '3')
  await user.tab()
  expect(said.at(-1)).toBe('“To bar” can’t be lower than “From bar”.')
  const refused = (name: string) =>
    screen.getByRole('textbox', { name }).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(refused('To bar, B'))?.textContent).toBe(said.at(-1))
  const tempo = screen.getByRole('textbox', { name: 'Tempo, B' })
  await user.clear(tempo)
  await user.type(tempo, '900')
  await user.tab()
  expect(said.at(-1)).toBe('Enter a whole number from 25 to 200.')
  expect(document.getElementById(refused('Tempo, B'))?.textContent).toBe(said.at(-1))
  expect(lists.get(id).songs[0]).toMatchObject({ tempo: 100, from: 9, to: undefined })
  await act(() => run('core.undo'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove C')
  expect(lists.get(id).songs.map(({ title }) => title)).toEqual(['B', 'A', 'C'])
  expect(notices.map(({ message }) => message)).toEqual(['“{{song}}” removed.', 'Undone: {{what}}'])
})
