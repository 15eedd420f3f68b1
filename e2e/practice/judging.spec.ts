import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { GUITAR, playAlong, SYNTH } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { sharedNeck } from '../support/shared-page.js'
import { openFile, songFile, tool, transport } from '../support/songs.js'
import { expect, test } from '../support/test.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PITCHES = [64, 67, 69, 71, 74, 71, 69, 67, 64, 62, 64, 67]

const SONG = {
  header: { name: 'Three mistakes' },
  tracks: [{ name: 'Lead', notes: PITCHES.map((midi, beat) => ({ midi, time: beat / 2, duration: 0.4 })) }],
}

async function open(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  await openFile(page, songFile('Three mistakes', SONG))
  await expect(transport(page).getByText('Three mistakes', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tablature' })).toHaveAttribute('aria-busy', 'false')
  // Buttons of plugins that load later shift the other buttons, so the test waits for the last one.
  await expect(tool(page, 'Record along with the song')).toBeVisible()
}

test.describe('takes', { tag: '@soak' }, () => {
  const opened = sharedNeck(DEMO.email)

  test('feedback explains three mistakes, and one key loops the hardest bar', async () => {
    const page = opened()
    await open(page)
    await tool(page, 'Toggle feedback').click()
    const take = page.getByRole('region', { name: 'Your take' })
    const faults = take.getByRole('list', { name: 'Notes not counted, and why' }).getByRole('listitem')
    // A busy machine can delay the song and the simulated student, so the attempt is repeated.
    await expect(async () => {
      await page.evaluate(() => {
        globalThis.fakeWebMidi.sent.length = 0
      })
      // The third note is wrong, the seventh late and the tenth missing.
      await playAlong(page, { wrong: 2, late: 6, missed: 9, count: PITCHES.length })
      await tool(page, 'Play the song').click()
      await expect(faults).toHaveText(
        [/Played A♯4 instead of A4/, /A4 was 2\d\d ms late \(allowed: 100 ms\)/, /Missed D4/],
        { timeout: 20_000 },
      )
    }).toPass({ timeout: 240_000 })
    await expect(page.locator('[data-note][data-look="wrong"]')).toHaveCount(1)
    await page.keyboard.press('Control+Shift+L')
    await expect(tool(page, 'Toggle loop')).toHaveAttribute('aria-pressed', 'true')
  })

  test('a recorded take has exact times and matches its `fretwork replay --golden` output', async () => {
    const page = opened()
    await page.keyboard.press('Control+Alt+R')
    await expect(tool(page, 'Stop recording')).toHaveText(/\d:\d\d/)
    const struck = await page.evaluate(
      async ({ id, pitches }) => {
        const begin = performance.now() + 100
        const notes = pitches.map((pitch, index) => ({ pitch, at: begin + index * 123.456 }))
        for (const { pitch, at } of notes) {
          await new Promise(resolve => setTimeout(resolve, at - performance.now()))
          globalThis.fakeWebMidi.play(id, [0x90, pitch, 90], at)
          globalThis.fakeWebMidi.play(id, [0x80, pitch, 64], at + 100)
        }
        return notes
      },
      { id: GUITAR.id, pitches: PITCHES.slice(0, 8) },
    )
    await page.keyboard.press('Control+Alt+R')
    await expect(page.getByText(/^Recorded “.*8 notes/)).toBeVisible()
    await page.getByRole('link', { name: 'Songs', exact: true }).click()
    await page.getByRole('link', { name: /^Take, / }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Original file' }).click()
    const text = await readFile(await (await saving).path(), 'utf8')
    const [track] = (JSON.parse(text) as { tracks: { notes: { midi: number; time: number }[] }[] }).tracks
    const [first, begin] = [struck[0]?.at ?? 0, track?.notes[0]?.time ?? 0]
    expect(track?.notes.map(({ midi, time }) => [midi, (time - begin) * 1000])).toEqual(
      struck.map(({ pitch, at }) => [pitch, expect.closeTo(at - first, 6)]),
    )
    await replaysEqual(text)
  })
})

/** Compares the take, as JSON and as a converted MIDI file, using the CLI. */
async function replaysEqual(take: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fretwork-take-'))
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['dist/cli/main.mjs', ...words], { cwd: ROOT })
  try {
    const path = (name: string) => join(folder, name)
    await writeFile(path('take.json'), take)
    const golden = ['replay', '--fast', '--golden', path('take.golden.ndjson')]
    await run(...golden, '--update', path('take.json'))
    await run(...golden, path('take.json'))
    await run('song', 'convert', path('take.json'), path('take.mid'))
    await run(...golden, '--tolerance-ms', '1', path('take.mid'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
