// Copying and saving tablature while the fingering search is still running.
import { expect, it, vi } from 'vitest'
import { settle } from '../../../src/core/platform/memory-platform.js'
import { SONG_FINGERING } from '../../../src/plugins/player/tokens.js'
import score from '../../../src/plugins/score/index.js'
import { TABLATURE } from '../../../src/plugins/score/tablature/tablature.js'
import { songNeck } from '../player/song-neck.js'
import { songJson } from '../player/songs.js'

const SCALE = songJson('Scale', [[64, 65, 67, 69].map((pitch, index) => [pitch, index / 2, 0.4] as const)])
const OTHER = songJson('Other', [[[60, 0, 1]]])

async function setUp() {
  const parts = await songNeck({ plugins: [score], midi: {}, activate: ['score'] })
  const { kernel, platform } = parts
  kernel.commands.setContext('plan.Download.HTML', true)
  const open = async (content: string) => {
    const opened = parts.open(content)
    await platform.clock.advance(0)
    await opened
  }
  const { view } = kernel.get(SONG_FINGERING)
  const found = () =>
    vi.waitFor(async () => {
      await platform.clock.advance(8)
      expect(view.getState().working).toBe(false)
    })
  await open(SCALE)
  const run = (id: string) => parts.run(`tablature.${id}`)
  return { kernel, page: platform.page, open, found, run, view, tablature: kernel.get(TABLATURE) }
}

it.each([
  ['copy', 'copied'],
  ['save-page', 'saved'],
] as const)('%s waits for the fingering', async (command, kept) => {
  const { page, found, run, view, tablature: service } = await setUp()
  await found()
  service.setZone({ from: 5, to: 9 })
  expect(view.getState().working).toBe(true)
  const ended = run(command)
  await settle()
  expect(page[kept]).toEqual([])
  await found()
  expect(await ended).toMatchObject({ ok: true })
  const [given] = page[kept]
  const text = typeof given === 'string' ? given : given?.content
  // At the lowest frets, all notes would be on the highest string.
  expect(text).toContain('e|-------5-|\nB|-5-6-8---|\n')
})

it('a waiting command shows its progress and can be canceled', async () => {
  const { kernel, page, found, run } = await setUp()
  const ended = run('copy')
  await settle()
  const [waiting] = kernel.commands.running.getState()
  expect(waiting?.text).toBe('Finding the best fingering…')
  waiting?.cancel()
  expect(await ended).toMatchObject({ ok: false })
  await found()
  await settle()
  expect(page.copied).toEqual([])
})

it('a waiting command fails if another song is opened', async () => {
  const { page, found, run, open } = await setUp()
  const ended = run('save-text')
  await settle()
  await open(OTHER)
  await found()
  expect(await ended).toMatchObject({ ok: false, error: { code: 'song_changed' } })
  expect(page.saved).toEqual([])
})

it('if the delayed clipboard write is rejected, the user is asked to copy again', async () => {
  const { page, found, run } = await setUp()
  page.copyText = () => Promise.reject(new Error('Not allowed.'))
  const ended = run('copy')
  await found()
  const error = { code: 'copy_refused', message: expect.stringContaining('Copy it again') }
  expect(await ended).toMatchObject({ ok: false, error })
})

it('the page shows the tempo in quarter notes and the time signature after a pickup', async () => {
  const { found, run, open } = await setUp()
  const header = {
    name: 'Pickup',
    ppq: 480,
    tempos: [{ ticks: 0, bpm: 90 }],
    timeSignatures: [
      { ticks: 0, timeSignature: [1, 8] },
      { ticks: 240, timeSignature: [6, 8] },
    ],
  }
  await open(JSON.stringify({ ...JSON.parse(SCALE), header }))
  await found()
  const page = await run('save-page')
  expect(page).toMatchObject({ ok: true, value: expect.stringContaining('<dt>Tempo</dt><dd>♩ = 90</dd>') })
  expect(page).toMatchObject({ value: expect.stringContaining('<dt>Time signature</dt><dd>6/8</dd>') })
})
