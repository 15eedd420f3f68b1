import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { type LogFile, readLogFile } from '../../src/core/music/midi/log-file.js'
import { lit, withMidi } from '../support/midi.js'
import { noSong, openFile, tool, tracks, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LARGEST_OUTPUT = 64 * 1024 * 1024

async function exportedLog(page: Page): Promise<{ text: string; log: LogFile }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the log as JSON' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  return { text, log: readLogFile(text) }
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
    return readLogFile(stdout).events
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('plays an included song, whose exported log replays and opens', {
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
  expect(errors).toEqual([])
})
