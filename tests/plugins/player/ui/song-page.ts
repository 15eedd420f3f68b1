/** The screens of the player, as a page shows them together: the panel below the neck, and the transport. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderScreen } from '../../../support/render-screen.js'
import { songKernel } from '../song-kernel.js'

/** @param content of the file that *Open…* chooses */
export async function songPage(content?: string | Uint8Array) {
  const part = content instanceof Uint8Array ? Uint8Array.from(content) : content
  const context = await songKernel(part === undefined ? {} : { chosen: new File([part], 'chosen.mid') })
  renderScreen(context.kernel, 'player', 'SongPanel')
  const { container } = renderScreen(context.kernel, 'player', 'Transport')
  await screen.findByText('Drop a MIDI file anywhere, or open one.')
  const user = userEvent.setup()
  const open = () => user.click(screen.getByRole('button', { name: 'Open…' }))
  return { ...context, transport: container, user, open }
}
