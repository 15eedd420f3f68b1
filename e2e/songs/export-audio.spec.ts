import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { greensleevesAs, openFile, tool } from '../support/songs.js'
import { expect, test } from '../support/test.js'

/** Runs a command of the song menu that downloads a file. */
async function exported(page: Page, command: string, confirm?: () => Promise<void>) {
  await tool(page, 'Song').click()
  await page.getByRole('menuitem', { name: command }).click()
  const downloading = page.waitForEvent('download')
  await confirm?.()
  const download = await downloading
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('a song is exported as WAV and with the browser’s own codec', async ({ page, openNeck }) => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await openNeck(page)
  await openFile(page, greensleevesAs('Blackbird'))
  const dialog = page.getByRole('dialog', { name: 'Export audio' })
  const wav = await exported(page, 'Export audio', () =>
    dialog.getByRole('button', { name: 'Export' }).click(),
  )
  expect([wav.name, wav.content.toString('latin1', 0, 4)]).toEqual(['Blackbird.wav', 'RIFF'])
  const seconds = (wav.content.length - 44) / 4 / 44_100
  expect(seconds).toBeGreaterThan(30)
  let peak = 0
  for (let at = 44; at < wav.content.length; at += 2)
    peak = Math.max(peak, Math.abs(wav.content.readInt16LE(at)))
  expect(peak).toBeGreaterThan(3000)

  const webm = await exported(page, 'Export audio', async () => {
    await dialog.getByRole('combobox', { name: 'File format' }).click()
    await page.getByRole('option', { name: /^(WebM|M4A)/ }).click()
    await dialog.getByRole('button', { name: 'Export' }).click()
  })
  expect(webm.name).toMatch(/^Blackbird\.(webm|m4a)$/)
  expect(webm.content.length).toBeGreaterThan(10_000)
  expect(errors).toEqual([])
})
