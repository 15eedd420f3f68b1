// Helpers for the open song and the transport at the bottom of the page.
import type { Locator, Page } from 'playwright'
import { makeSong } from '../../src/plugins/library/list/included-songs.js'

export interface File {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Returns a song file named after the song. */
export const songFile = (name: string, song: object): File => ({
  name: `${name}.json`,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(song)),
})

export function greensleevesAs(name: string): File {
  const song = makeSong({ id: 'greensleeves', title: 'Greensleeves' })
  song.header.name = name
  return songFile(name, song)
}

export const transport = (page: Page): Locator => page.getByRole('region', { name: 'Transport' })

/** Transport button. */
export const tool = (page: Page, name: string | RegExp): Locator =>
  transport(page).getByRole('button', { name, exact: true })

/** Region for opening songs on the fretboard page, shown while no song is open. */
export const noSong = (page: Page): Locator => page.getByRole('region', { name: 'Song', exact: true })

/** Chooses a file, given as content or as a path, in the file dialog. A song may already be open. */
export async function openFile(page: Page, file: File | string): Promise<void> {
  const more = tool(page, 'Song')
  const open = noSong(page).getByRole('button', { name: /^Open/ })
  await more.or(open).first().waitFor()
  const choosing = page.waitForEvent('filechooser')
  if (await more.isVisible()) {
    await more.click()
    await page.getByRole('menuitem', { name: /^Open a song file/ }).click()
  } else {
    await open.click()
  }
  await (await choosing).setFiles(file)
}
