import { describe, expect, it, vi } from 'vitest'
import { NECK_VIEW } from '../../../src/plugins/fretboard/tokens.js'
import { songNeck } from '../player/song-neck.js'

/** Four bars of 4/4 at 120; E minor first, then B flat major from the third bar on. */
const SONG = JSON.stringify({
  header: {
    name: 'Modulation',
    keySignatures: [
      { ticks: 0, key: 'G', scale: 'minor' },
      { ticks: 3840, key: 'Bb', scale: 'major' },
    ],
  },
  tracks: [{ notes: [{ midi: 64, time: 0, duration: 8 }] }],
})

async function setUp() {
  const parts = await songNeck({ host: 'node' })
  const { kernel, run } = parts
  await run('fretboard.set-scale', { tonic: 'D', scale: 'Dorian' })
  const shows = (name: string) =>
    vi.waitFor(() => expect(kernel.get(NECK_VIEW).getState().scale.name).toBe(name))
  return { ...parts, shows, open: () => parts.open(SONG) }
}

describe('the scale', () => {
  it('stays as it is unless it is to follow the song', async () => {
    const { open, shows, notices } = await setUp()
    await open()
    await shows('D Dorian')
    expect(notices).toEqual([])
  })

  it('follows the key of the song and its changes, and is as before once the song is closed', async () => {
    const { clock, open, run, session, shows, notices } = await setUp()
    await run('practice.toggle-follow-key')
    await open()
    await shows('E Minor')
    await vi.waitFor(() => expect(notices).toMatchObject([{ source: 'practice', action: { label: 'Undo' } }]))
    session.seek(4000)
    await shows('Bb Major')
    session.seek(3900)
    await shows('E Minor')
    session.play()
    await clock.advance(600)
    await shows('Bb Major')
    expect(notices).toHaveLength(1)
    await run('player.close-song')
    await shows('D Dorian')
  })

  it('is left alone where the user undoes it, or chooses another one', async () => {
    const { open, run, session, shows, notices } = await setUp()
    await run('practice.toggle-follow-key')
    await open()
    await shows('E Minor')
    await vi.waitFor(() => expect(notices).toHaveLength(1))
    notices[0]?.action?.run()
    await shows('D Dorian')
    session.seek(4000)
    await shows('D Dorian')
    await open()
    await vi.waitFor(() => expect(notices).toHaveLength(2))
    await run('fretboard.set-scale', { tonic: 'E', scale: 'Minor Blues' })
    session.seek(4000)
    await run('player.close-song')
    await shows('E Minor Blues')
  })
})
