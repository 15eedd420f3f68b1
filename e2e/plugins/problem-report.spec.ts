import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { play, withMidi } from '../support/midi.js'
import { DEMO } from '../support/product.js'
import { expect, test } from '../support/test.js'

test('one key shows the last two minutes and saves them as a file that the CLI can replay', async ({
  page,
  openNeck,
}) => {
  await withMidi(page)
  await openNeck(page)
  await play(page, [0xb0, 64, 127], [0x90, 64, 100], [0x80, 64, 0], [0xe0, 0, 80], [0x91, 43, 30])

  await page.keyboard.press('ControlOrMeta+Alt+P')
  await expect(page.getByRole('heading', { name: 'Problem report', level: 1 })).toBeVisible()
  await expect(page.getByText('isn’t sent automatically')).toBeVisible()
  await expect(page.getByLabel(/MIDI messages.* \(5\)/)).toBeChecked()
  await expect(page.getByRole('region', { name: 'Full report' })).toContainText('"raw":"90 40 64"')

  await page.getByLabel('What went wrong, and what did you expect?').fill('The E was too loud.')
  await page.getByLabel(/Server requests/).uncheck()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the report' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^fretwork-[\dT-]+\.fretwork-report\.json$/)
  const path = join(await mkdtemp(join(tmpdir(), 'report-')), 'problem.fretwork-report.json')
  await download.saveAs(path)
  const bytes = await readFile(path)
  const text = gunzipSync(bytes).toString()
  expect(text).toContain('The E was too loud.')
  expect(text).not.toContain('"kind":"call"')
  expect(text).not.toContain('eyJ')
  expect(text).not.toContain(DEMO.adminEmail)

  const { stdout } = await promisify(execFile)(process.execPath, [
    'cli/bin.mjs',
    'report',
    'replay',
    '--json',
    path,
  ])
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'SAME', now: [], notes: [] })

  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/fretboard/)
})
