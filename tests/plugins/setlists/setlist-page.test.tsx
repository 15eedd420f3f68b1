import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DONE } from '../../../src/core/events/app-events.js'
import setlists from '../../../src/plugins/setlists/index.js'
import { SETLISTS } from '../../../src/plugins/setlists/internal-tokens.js'
import { renderRoutes } from '../../support/render-routes.js'
import { songKernel } from '../player/song-kernel.js'

it('songs can be moved and removed with undo, and the focus stays in the list', async () => {
  const { kernel, notices, run } = await songKernel({ more: [setlists] })
  await kernel.host.activate('setlists')
  const lists = kernel.get(SETLISTS)
  const { id } = lists.add('Gig')
  lists.change(id, { songs: ['A', 'B', 'C'].map(title => ({ song: title, title, tempo: 100 })) })
  const said: string[] = []
  kernel.events.on(DONE, ({ text }) => void said.push(text))
  renderRoutes(kernel, setlists, `/setlists/${id}`)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Move B up' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move B down')
  await user.click(screen.getByRole('button', { name: 'Remove C' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove A')
  expect(said).toEqual(['Song 1 of 3: B'])
  await user.type(screen.getByRole('textbox', { name: 'From bar, B' }), '9')
  await user.type(screen.getByRole('textbox', { name: 'To bar, B' }), '3')
  await user.tab()
  expect(said.at(-1)).toBe('“To bar” can’t be lower than “From bar”.')
  expect(lists.get(id).songs[0]).toMatchObject({ from: 9, to: undefined })
  await act(() => run('core.undo'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove C')
  expect(lists.get(id).songs.map(({ title }) => title)).toEqual(['B', 'A', 'C'])
  expect(notices.map(({ message }) => message)).toEqual(['“{{song}}” removed.', 'Undid: {{what}}'])
})
