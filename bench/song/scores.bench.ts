// Reading time, page blocking time and lost data for each format, compared with alphaTab's bare loader.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { launchChromium } from '../../e2e/support/browser.js'
import { logIn } from '../../e2e/support/log-in.js'
import { startProduct } from '../../e2e/support/product.js'
import { noSong, tool, transport } from '../../e2e/support/songs.js'
import { type Song } from '../../src/music/song/song.js'
import { type LooseSong } from '../../src/music/song/song-schema.js'
import { exporter, importer, Settings } from '../../src/plugins/score-files/engine.js'
import { readChecked, songOfScore } from '../../src/plugins/score-files/reading/read-score.js'
import { scoreOfContent } from '../../src/plugins/score-files/reading/written-score.js'
import { writeScore } from '../../src/plugins/score-files/writing/write-score.js'
import { lossesOf } from '../../tests/plugins/score-files/note-facts.js'
import { median, ROOT, reportFigure, reportRatio } from '../support/harness.js'
import { longestTask } from '../support/longest-task.js'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const DATA = join(ROOT, '../shared/data')
/** Maximum ratio. The bare loader neither converts the score to a performance nor stores it. */
const SLOWER_AT_MOST = 1.5
const BLOCKED_AT_MOST_MS = 50
const ROUNDS = 9
const WARM_UP = 4

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(DATA, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => join(DATA, folder, name))
}

const files = [...filesIn('guitar-pro', /\.gp[345x]?$/), ...filesIn('musicxml', /\.(xml|mxl|musicxml)$/)]
const bare = (bytes: Uint8Array): LooseSong =>
  songOfScore(importer.ScoreLoader.loadScoreFromBytes(bytes, new Settings()))

const WAYS: readonly (readonly [string, (song: Song) => LooseSong | Promise<LooseSong>])[] = [
  ['MusicXML', async song => (await readChecked(writeScore(song, 'musicxml', 'auto'))).song],
  ['Guitar Pro 7', async song => (await readChecked(writeScore(song, 'gp', 'auto'))).song],
  ['Guitar Pro 7, only what its own format carries', song => bare(exported(song))],
]

function exported({ score }: Song): Uint8Array {
  if (!score) throw new Error('A file of notation has a score.')
  return new exporter.Gp7Exporter().export(scoreOfContent(score.content), new Settings())
}

async function roundTrips(): Promise<void> {
  const songs = await Promise.all(
    files.map(async file => (await readChecked(readFileSync(file))).song as Song),
  )
  for (const [name, way] of WAYS) {
    let [notes, lost, otherTechniques] = [0, 0, 0]
    for (const song of songs) {
      const losses = lossesOf(song, await way(song))
      notes += losses.notes
      lost += losses.lost
      otherTechniques += losses.otherTechniques
    }
    const isWhole = !name.includes('only')
    const kept = `notes kept through ${name}, of ${notes} in ${songs.length} files`
    reportFigure(kept, 100 - (lost / notes) * 100, `≥ ${isWhole ? 100 : 0} %`)
    reportFigure(
      `notes with another technique through ${name}`,
      otherTechniques,
      `≤ ${isWhole ? 0 : Number.POSITIVE_INFINITY} notes`,
    )
  }
}

const [largest = ''] = filesIn('guitar-pro', /\.gp[345x]?$/).toSorted(
  (a, b) => statSync(b).size - statSync(a).size,
)
const bytes = new Uint8Array(readFileSync(largest))

/** The readers alternate, so that other load affects both equally. */
async function times(): Promise<{ ours: number; peer: number }> {
  const ours: number[] = []
  const peer: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    collect()
    let began = performance.now()
    importer.ScoreLoader.loadScoreFromBytes(bytes, new Settings())
    const loaded = performance.now() - began
    collect()
    began = performance.now()
    await readChecked(bytes)
    const read = performance.now() - began
    if (round < 0) continue
    peer.push(loaded)
    ours.push(read)
  }
  return { ours: median(ours), peer: median(peer) }
}

async function busiest(): Promise<number> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await logIn(page, product.url)
    await page.goto(`${product.url}/fretboard`)
    await noSong(page).waitFor()
    // Not included in the time, because users do not wait for the file transfer.
    const dataTransfer = await page.evaluateHandle(
      content => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(content)], 'song.gp'))
        return transfer
      },
      [...bytes],
    )
    const open = async () => {
      for (const type of ['dragenter', 'dragover', 'drop'])
        await page.dispatchEvent('body', type, { dataTransfer })
      await transport(page).getByText('Serenade to a Dream').waitFor({ timeout: 60_000 })
      await page.locator('section[aria-busy="false"] [data-tablature]').waitFor()
      await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
    }
    // Warm-up.
    await open()
    await tool(page, 'Song').click()
    await page.getByRole('menuitem', { name: /^Close the song/ }).click()
    return await longestTask(browser, page, open)
  } finally {
    await browser.close()
    await product.stop()
  }
}

process.stdout.write(`  the largest given song: ${basename(largest)}, ${bytes.length} bytes\n`)
const { ours, peer } = await times()
reportRatio(
  'a score read, kept and performed : alphaTab’s bare loader',
  [ours, peer],
  'ms',
  `≤ ${SLOWER_AT_MOST}×`,
)
await roundTrips()
reportFigure(
  'a score dropped on the window, longest task of the page by processor time',
  await busiest(),
  `≤ ${BLOCKED_AT_MOST_MS} ms`,
)
