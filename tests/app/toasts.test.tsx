import { notifications } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import Toasts from '../../src/app/toasts.js'
import { GO_TO } from '../../src/core/events/app-events.js'
import { ApiError } from '../../src/core/http/api-error.js'
import { kernelWith } from '../core/kernel/make-plugin.js'
import { showIn } from '../core/react/shown.js'

beforeEach(() => {
  notifications.clean()
  notifications.cleanQueue()
})

async function toasts() {
  const kernel = await kernelWith([])
  kernel.translator.addLocales('songs', { de: async () => ({ default: { Sync: 'Abgleichen' } }) })
  await showIn(kernel, <Toasts />)
  return kernel
}

it('identical notices share one toast with a counter', async () => {
  const { notices } = await toasts()
  const post = () => act(() => notices.post({ kind: 'error', source: 'core', message: 'No disk.' }))
  post()
  expect(await screen.findByText('No disk.')).toBeTruthy()
  post()
  post()
  expect(await screen.findByText('No disk. (×3)')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('No disk.')).toBeNull())
  act(() => notices.post({ kind: 'info', source: 'core', message: 'No disk.' }))
  expect(await screen.findByText('No disk.')).toBeTruthy()
})

it('a notice disappears when a newer notice replaces its topic or the topic is resolved', async () => {
  const { notices } = await toasts()
  const post = (message: string, topic: string) =>
    act(() => notices.post({ kind: 'error', source: 'core', message, topic }))
  post('Anna could not be blocked.', 'anna')
  post('Bert could not be blocked.', 'bert')
  await screen.findByText('Bert could not be blocked.')
  post('Anna is blocked.', 'anna')
  expect(await screen.findByText('Anna is blocked.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Anna could not be blocked.')).toBeNull())
  act(() => notices.withdraw('bert'))
  await waitFor(() => expect(screen.queryByText('Bert could not be blocked.')).toBeNull())
  expect(screen.getByText('Anna is blocked.')).toBeTruthy()
})

it('notices with Undo are not merged', async () => {
  const { notices } = await toasts()
  const undone: number[] = []
  for (const step of [1, 2]) {
    const action = { label: 'Undo', run: () => undone.push(step) }
    act(() => notices.post({ kind: 'info', source: 'core', message: 'Done.', action }))
  }
  const [first] = await screen.findAllByRole('button', { name: 'Undo' })
  act(() => first?.click())
  expect(undone).toEqual([1])
})

it('a failed command is reported with its translated title and the server’s reason', async () => {
  const { commands, translator } = await toasts()
  await act(() => translator.setLanguage('de'))
  commands.register({ id: 'songs.sync', title: 'Sync' }, 'songs', () =>
    Promise.reject(new ApiError('network', 'network', 'GET /songs: no answer')),
  )
  commands.register({ id: 'songs.wait', title: 'Sync' }, 'songs', () => new Promise(() => undefined))
  await act(async () => void (await commands.execute('songs.sync')))
  expect(await screen.findByText(/^Abgleichen: Der Server ist nicht erreichbar\./)).toBeTruthy()
  void commands.execute('songs.wait')
  await act(async () => void (await commands.execute('songs.wait')))
  expect(await screen.findByText(/^„Abgleichen“ läuft noch\./)).toBeTruthy()
})

it('a notice can link to a screen', async () => {
  const { events, notices } = await toasts()
  const went: string[] = []
  events.on(GO_TO, ({ path }) => went.push(path))
  const leadsTo = { label: 'See plans', path: '/account/subscription?need=positions' }
  act(() => notices.post({ kind: 'info', source: 'core', message: 'This requires Pro.', leadsTo }))
  act(() => screen.getByRole('button', { name: 'See plans' }).click())
  expect(went).toEqual(['/account/subscription?need=positions'])
  await waitFor(() => expect(screen.queryByText('This requires Pro.')).toBeNull())
})
