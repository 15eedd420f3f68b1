// MuseScore opens and saves the MusicXML of each file; notes are compared. Needs Debian's `musescore3`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Song } from '../../src/core/music/song/song.js'
import { type LooseSong } from '../../src/core/music/song/song-schema.js'
import { readChecked } from '../../src/plugins/score-files/reading/read-score.js'
import { writeScore } from '../../src/plugins/score-files/writing/write-score.js'
import { bytesOf, SCORE_FILES } from '../../tests/plugins/score-files/given-files.js'
import { reportFigure } from '../support/harness.js'

const MUSESCORE = '/usr/bin/musescore3'
/** Percent; it changes some grace notes and harmonics. */
const KEPT_AT_LEAST = 96

const [facts, placed] = [
  ({ tracks }: LooseSong) =>
    tracks.flatMap(({ notes }, track) =>
      notes.map(({ midi, string, fret }) => `${track} ${midi} ${string} ${fret}`),
    ),
  ({ tracks }: LooseSong) =>
    tracks.flatMap(({ notes }, track) => notes.map(({ midi, ticks }) => `${track} ${midi} ${ticks}`)),
]

function shared(wanted: readonly string[], there: readonly string[]): number {
  const left = new Map<string, number>()
  for (const each of there) left.set(each, (left.get(each) ?? 0) + 1)
  return wanted.filter(each => {
    const count = left.get(each) ?? 0
    left.set(each, count - 1)
    return count > 0
  }).length
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fretwork-musescore-'))
  try {
    const songs: { song: Song; out: string; file: string }[] = []
    const jobs: { in: string; out: string }[] = []
    for (const [index, file] of SCORE_FILES.entries()) {
      const song = (await readChecked(bytesOf(file))).song as Song
      const [written, out] = [join(folder, `${index}.musicxml`), join(folder, `${index}-again.musicxml`)]
      await writeFile(written, writeScore(song, 'musicxml', 'auto'))
      songs.push({ song, out, file })
      jobs.push({ in: written, out })
    }
    await writeFile(join(folder, 'jobs.json'), JSON.stringify(jobs))
    const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', HOME: folder }
    spawnSync(MUSESCORE, ['-j', join(folder, 'jobs.json')], { env, stdio: 'ignore' })

    let [notes, withPosition, withOnset, opened] = [0, 0, 0, 0]
    for (const { song, out, file } of songs) {
      notes += facts(song).length
      if (!existsSync(out)) {
        process.stdout.write(`  not opened: ${file}\n`)
        continue
      }
      opened += 1
      const { song: again } = await readChecked(new Uint8Array(await readFile(out)))
      const [positions, onsets] = [shared(facts(song), facts(again)), shared(placed(song), placed(again))]
      withPosition += positions
      withOnset += onsets
      const lost = placed(song).length - onsets
      if (lost > 0)
        process.stdout.write(`  ${file.split('/').slice(-2).join('/')}: ${lost} of ${facts(song).length}\n`)
    }
    reportFigure(`files opened by MuseScore, of ${songs.length}`, (opened / songs.length) * 100, '≥ 100 %')
    const places = `pitch, string and fret through MuseScore, of ${notes} (MuseScore finds its own positions)`
    reportFigure(places, (withPosition / notes) * 100, '≥ 0 %')
    const onsets = `pitch and onset through MuseScore, of ${notes}`
    reportFigure(onsets, (withOnset / notes) * 100, `≥ ${KEPT_AT_LEAST} %`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (existsSync(MUSESCORE)) await main()
else process.stdout.write('  musescore3 is not installed: nothing was compared.\n')
