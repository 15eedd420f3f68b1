/** The screens of the player, as a page shows them together: the panel below the neck, and the transport. */
import { screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { renderScreen } from '../../../support/render-screen.js'
import { songKernel } from '../song-kernel.js'

/** @param content of the file that *Open…* chooses */
export async function songPage(content?: string | Uint8Array) {
  const part = content instanceof Uint8Array ? Uint8Array.from(content) : content
  const context = await songKernel(part === undefined ? {} : { chosen: new File([part], 'chosen.mid') })
  renderScreen(context.kernel, 'player', 'SongPanel')
  const { container } = renderScreen(context.kernel, 'player', 'Transport')
  await screen.findByText('Drop a MIDI, Guitar Pro or MusicXML file anywhere, or open one.')
  // Styles are none of its matter, and looking through them takes longer than all the rest.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  /** The song is open once this resolves. */
  const open = async () => {
    await user.click(screen.getByText('Open…'))
    await screen.findByLabelText('Transport')
  }
  return { ...context, transport: container, user, open }
}
