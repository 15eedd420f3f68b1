import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import replay from '../../../src/plugins/diagnostics/index.js'
import { REPLAY_BRIDGE } from '../../../src/plugins/diagnostics/replay/bridge.js'
import { replaySettings } from '../../../src/plugins/diagnostics/settings.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { renderScreen } from '../../support/render-screen.js'

const LINK = `#51234.${'A'.repeat(43)}`
/** The accessible name also includes the description. */
const SWITCH = /^Allow command-line playback without asking/

it('the page asks before a replay unless the user has turned the question off', async () => {
  location.hash = LINK
  const { kernel } = await openKernel({ plugins: [midiIo, replay], activate: ['diagnostics'] })
  const { unmount } = renderScreen(kernel, 'diagnostics', 'BridgePage')
  await screen.findByRole('button', { name: 'Allow' })
  const input = screen.getByLabelText<HTMLInputElement>(SWITCH)
  expect(input.checked).toBe(false)
  act(() => void fireEvent.click(input))
  expect(kernel.get(SETTINGS).store(replaySettings).getState()).toEqual({ unattended: true })
  unmount()

  location.hash = LINK
  renderScreen(kernel, 'diagnostics', 'BridgePage')
  await screen.findByLabelText(SWITCH)
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  expect(kernel.get(REPLAY_BRIDGE).view.getState().state).toMatch(/^(opening|failed)$/)
})
