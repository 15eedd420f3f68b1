import { expect, it, vi } from 'vitest'
import { fretboardSettings } from '../../../src/plugins/fretboard/settings.js'
import { NECK_VIEW } from '../../../src/plugins/fretboard/tokens.js'
import { songNeck } from '../player/song-neck.js'

/** Four bars of 4/4 at 120 BPM: two in E minor, then two in B flat major. */
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

it('the scale follows the song’s key changes without changing the settings', async () => {
  const { clock, kernel, open, run, session, shows, notices } = await setUp()
  await open()
  await shows('E Minor')
  session.seek(4000)
  await shows('Bb Major')
  session.seek(3900)
  await shows('E Minor')
  session.play()
  await clock.advance(600)
  await shows('Bb Major')
  expect([notices, kernel.settings.store(fretboardSettings).getState().scale]).toEqual([[], 'D Dorian'])
  await run('player.close-song')
  await shows('D Dorian')
})

it('the user’s scale is kept if following is off or another scale was chosen for the song', async () => {
  const { kernel, open, run, session, shows } = await setUp()
  await open()
  await run('practice.toggle-follow-key')
  await shows('D Dorian')
  session.seek(4000)
  // Labels are still spelled in the song’s key.
  const { labels } = kernel.get(NECK_VIEW).getState()
  expect(labels.notes.map(({ name }) => name).join(' ')).toBe('C Db D Eb E F Gb G Ab A Bb B')
  session.seek(0)
  await run('practice.toggle-follow-key')
  await shows('E Minor')
  await run('fretboard.set-scale', { tonic: 'E', scale: 'Minor Blues' })
  session.seek(4000)
  await shows('E Minor Blues')
  await open()
  await shows('E Minor')
  await run('player.close-song')
  await shows('E Minor Blues')
})

it('a fretboard enabled again shows the key of the open song', async () => {
  const { kernel, open, shows } = await setUp()
  await open()
  await shows('E Minor')
  await kernel.host.disable('fretboard')
  await kernel.host.enable('fretboard')
  await shows('E Minor')
})
