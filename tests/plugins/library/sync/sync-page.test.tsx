import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Store } from '../../../../src/core/platform/store.js'
import { pluginSettings } from '../../../../src/core/settings/core-settings.js'
import { syncSettings } from '../../../../src/plugins/library/settings.js'
import { SYNC, type SyncView } from '../../../../src/plugins/library/tokens.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { openKernel } from '../../../support/open-kernel.js'
import { renderScreen } from '../../../support/render-screen.js'
import { songKernel } from '../../player/song-kernel.js'
import { SONG_PLUGINS } from '../../player/songs.js'
import '../../../../src/plugins/library/sync/ui/sync-page.js'

it('the sync page lists the first rejected songs and counts the others', async () => {
  const { kernel } = await songKernel()
  renderScreen(kernel, 'library', 'SyncPage')
  await screen.findByRole('heading', { name: 'Sync' })
  const view = kernel.get(SYNC).view as Store<SyncView>
  const refused = { record_large: { number: 5, names: ['Blue', 'Green', 'Red'] } }
  act(() => view.setState({ ...view.getState(), refused }, true))
  const shown = '5 items are too large for your account and stay on this device.Blue, Green, Red and 2 more'
  expect((await screen.findAllByRole('status')).map(({ textContent }) => textContent)).toContain(shown)
})

it('sync stays off on devices where its former plugin was disabled', async () => {
  const { kernel } = await openKernel({ plugins: [midiIo, ...SONG_PLUGINS] })
  const plugins = kernel.settings.store(pluginSettings)
  plugins.change({ disabled: ['sync'] })
  await kernel.host.activate('library')
  expect(kernel.settings.store(syncSettings).getState().on).toBe(false)
  expect(plugins.getState().disabled).toEqual([])
})
