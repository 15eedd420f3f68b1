import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import fretboard from '../../../../src/plugins/fretboard/index.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { openKernel } from '../../../support/open-kernel.js'
import { renderScreen } from '../../../support/render-screen.js'
import { emptyDevice } from '../../library/library-kernel.js'
import { SONG_PLUGINS } from '../../player/songs.js'

beforeEach(emptyDevice)

it('the Train page activates the neck and starts a round', async () => {
  const { kernel } = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS],
    route: '/practice/train',
    activate: ['practice'],
  })
  expect(kernel.host.state('fretboard')?.status).toBe('registered')
  renderScreen(kernel, 'practice', 'TrainPage')
  const start = await screen.findByRole('button', { name: /^Start \(5 min\)/ })
  expect(kernel.host.state('fretboard')?.status).toBe('active')
  act(() => start.click())
  expect(await screen.findByText('Which note is this?')).toBeDefined()
  expect(screen.getByRole('group', { name: 'Answers' })).toBeDefined()
})
