// The main job as a whole: a song is opened and seen played, the log exported, and replayed from the command line.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { type LogFile, readLogFile } from '../../src/core/music/midi/log-file.js'
import { logIn } from '../support/log-in.js'
import { heard, lit, play, SYNTH, withMidi } from '../support/midi.js'
import { noSong, openFile, tool, tracks, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PRELUDE = join(ROOT, '../shared/data/midi/BWV1007Prelude.mid')
const LARGEST_OUTPUT = 64 * 1024 * 1024

async function exportedLog(page: Page): Promise<{ text: string; log: LogFile }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the log as JSON' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  return { text, log: readLogFile(text) }
}

async function openNeckAsDemoUser(page: Page): Promise<void> {
  await withMidi(page)
  await logIn(page, process.env.FRETWORK_E2E_URL ?? '')
  await expect(page.locator('[data-neck-position]').first()).toBeVisible()
}

/** Waits until the song has lit a few places one after the other, and is at none of them alone. */
async function seePlaying(page: Page): Promise<void> {
  const seen = new Set<string>()
  await expect
    .poll(async () => {
      for (const place of await lit(page)) seen.add(place)
      return seen.size
    })
    .toBeGreaterThan(3)
}

/** What `fretwork replay --fast` makes of a log. */
async function replayed(text: string): Promise<LogFile['events']> {
  const folder = await mkdtemp(join(tmpdir(), 'fretwork-log-'))
  try {
    const file = join(folder, 'log.json')
    await writeFile(file, text)
    const words = ['dist/cli/main.mjs', 'replay', '--fast', '--format', 'ndjson', file]
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd: ROOT,
      maxBuffer: LARGEST_OUTPUT,
    })
    return stdout
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('logs in, sees a chord and a whole song played, and replays the exported log to the same events', {
  tag: '@soak',
}, async ({ page }) => {
  test.skip(!existsSync(PRELUDE), `${PRELUDE} is missing: the songs for testing are not part of the project.`)
  await openNeckAsDemoUser(page)
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()

  await play(page, [0x90, 48, 100], [0x90, 52, 100], [0x90, 55, 100], [0xb0, 7, 90])
  await expect.poll(() => lit(page)).toEqual(['3:0', '4:2', '4:5', '5:3'])
  await play(page, [0x80, 48, 0], [0x80, 52, 0], [0x90, 55, 0])
  await expect.poll(() => lit(page)).toEqual([])

  await openFile(page, PRELUDE)
  const playing = tool(page, 'Play the song')
  await expect(playing).toBeVisible()
  await playing.click()
  await seePlaying(page)
  expect((await heard(page)).length).toBeGreaterThan(0)
  await tool(page, 'Pause the song').click()
  await expect.poll(() => lit(page)).toEqual([])
  await expect(playing).toBeVisible()

  const { text, log } = await exportedLog(page)
  expect(log.events.length).toBeGreaterThan(8)
  expect(log.events.some(({ portId }) => portId === 'song')).toBe(true)
  const last = log.events.length
  expect((await replayed(text)).slice(-last)).toEqual(log.events)
})

const SONG_HEADER = [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 1, 0xe0]
const BAD_FILES = [
  { name: 'words.mid', content: Buffer.from('These are words, no notes.'), says: /does not begin with MThd/ },
  { name: 'empty.mid', content: Buffer.alloc(0), says: /The file is empty/ },
  {
    name: 'cut.mid',
    content: Buffer.from([...SONG_HEADER, 0x4d, 0x54, 0x72, 0x6b, 0, 0, 1, 0, 0, 0x90, 60]),
    says: /a part is missing/,
  },
  { name: 'no-song.json', content: Buffer.from('{"fruit": "apples"}'), says: /This JSON is not a song/ },
  { name: 'cut.json', content: Buffer.from('{"header": {"name": '), says: /it ends at byte 20/ },
]

test('plays an included song, whose exported log replays and opens; a file that isn’t a song leaves it open', {
  tag: '@soak',
}, async ({ page, openNeck }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await withMidi(page)
  await openNeck(page)
  await noSong(page).getByRole('button', { name: 'Play Greensleeves' }).click()
  await seePlaying(page)
  await tool(page, 'Pause the song').click()
  await expect.poll(() => lit(page)).toEqual([])
  const { text, log } = await exportedLog(page)
  expect((await replayed(text)).slice(-log.events.length)).toEqual(log.events)

  await openFile(page, { name: 'log.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(transport(page).getByText('log', { exact: true })).toBeVisible()
  // Tracks are drawn after the title: until then they are those of the song before.
  const table = (await tracks(page)).getByRole('table')
  await expect(table).not.toContainText('Melody')
  const before = await table.innerText()
  for (const { name, content, says } of BAD_FILES) {
    await openFile(page, { name, mimeType: 'application/octet-stream', buffer: content })
    const refused = page.getByRole('main').getByRole('alert')
    await expect(refused).toContainText(`${name} was not opened`)
    await expect(refused).toContainText(says)
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    expect(await table.innerText()).toBe(before)
  }
  expect(errors).toEqual([])
})
