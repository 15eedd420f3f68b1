import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Store } from '../../../src/core/platform/store.js'
import { act, renderScreen } from '../../../src/core/testing/react.js'
import { STORED_SONGS } from '../../../src/plugins/library/tokens.js'
import sync from '../../../src/plugins/sync/index.js'
import { SYNC, type SyncView } from '../../../src/plugins/sync/tokens.js'
import { openKernel } from '../../support/open-kernel.js'
import '../../../src/plugins/sync/ui/sync-page.js'

it('the sync page lists the first rejected songs and counts the others', async () => {
  const { kernel } = await openKernel({ plugins: [sync], overrides: [[STORED_SONGS, async () => undefined]] })
  renderScreen(kernel, 'sync', 'SyncPage')
  await screen.findByRole('heading', { name: 'Sync' })
  const view = kernel.get(SYNC).view as Store<SyncView>
  const refused = { record_large: { number: 5, names: ['Blue', 'Green', 'Red'] } }
  act(() => view.setState({ ...view.getState(), refused }, true))
  const shown = '5 items are too large for your account and stay on this device.Blue, Green, Red and 2 more'
  expect((await screen.findAllByRole('status')).map(({ textContent }) => textContent)).toContain(shown)
})
