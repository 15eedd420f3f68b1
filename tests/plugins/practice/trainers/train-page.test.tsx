import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SentenceError } from '../../../../src/core/platform/phrases.js'
import fretboard from '../../../../src/plugins/fretboard/index.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { TRAINER } from '../../../../src/plugins/practice/trainers/run-trainers.js'
import { openKernel } from '../../../support/open-kernel.js'
import { renderScreen } from '../../../support/render-screen.js'
import { emptyDevice } from '../../library/library-kernel.js'
import { SONG_PLUGINS } from '../../player/songs.js'

beforeEach(emptyDevice)

it('without the neck, the Train page says which plugin it needs', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const off = new SentenceError('service_disabled', '“{{plugin}}” is disabled.', { id: 'fretboard' })
  const { kernel } = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS],
    route: '/practice/train',
    activate: ['practice'],
    // Loading takes longer in a browser.
    overrides: [[TRAINER, () => new Promise((_, reject) => setTimeout(reject, 10, off))]],
  })
  renderScreen(kernel, 'practice', 'TrainPage', {
    Loading: () => null,
    Failed: ({ error }) => <p>{String(error)}</p>,
    Unavailable: ({ needs }) => <p>Needs {needs}</p>,
  })
  expect(await screen.findByText('Needs fretboard')).toBeDefined()
})

it('the Train page activates the neck and starts a round', async () => {
  const { kernel } = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS],
    route: '/practice/train',
    activate: ['practice'],
  })
  expect(kernel.host.state('fretboard')?.status).toBe('registered')
  renderScreen(kernel, 'practice', 'TrainPage')
  const start = await screen.findByRole('button', { name: /^Start: 5 min/ })
  expect(kernel.host.state('fretboard')?.status).toBe('active')
  act(() => start.click())
  expect(await screen.findByText('Which note is this?')).toBeDefined()
  expect(screen.getByRole('group', { name: 'Answers' })).toBeDefined()
})
