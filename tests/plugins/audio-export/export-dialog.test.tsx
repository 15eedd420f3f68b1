import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../support/render-screen.js'
import { exporting } from './exporting.js'

async function show() {
  const made = await exporting()
  renderScreen(made.kernel, 'audio-export', 'ExportDialog')
  await made.run('audio-export.save')
  await screen.findByRole('dialog', { name: 'Export audio' })
  return { ...made, user: userEvent.setup() }
}

describe('export dialog', () => {
  it('exports the audible tracks with the chosen options', async () => {
    const { user, begun, made, saved } = await show()
    await user.click(screen.getByRole('checkbox', { name: /^2 · Part 2/ }))
    await user.click(screen.getByRole('switch', { name: 'Metronome' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Three parts.wav']))
    expect(made[0]?.format).toBe('wav')
    const pitches = new Set(begun().map(([, pitch]) => pitch))
    expect([...pitches].sort()).toEqual([50, 70, 76, 77])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can’t export without tracks', async () => {
    const { user } = await show()
    for (const box of screen.getAllByRole('checkbox')) await user.click(box)
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
  })

  it('offers the loop only if a loop is set', async () => {
    const { playback } = await show()
    expect(screen.queryByRole('switch', { name: /^Loop only/ })).toBeNull()
    playback.setLoop({ from: 1, to: 2 })
    expect(await screen.findByRole('switch', { name: 'Loop only (bars 1–2)' })).toBeDefined()
  })
})
