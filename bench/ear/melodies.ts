import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samplesOf, wavHeader } from '../../src/music/song/wav-file.js'
import type { Random } from '../support/random.js'
import {
  canPlay,
  type Guitar,
  type Rendered,
  type RenderedNote,
  render,
  type WantedNote,
} from './rendered-guitar.js'

/** Maximum onset error of a heard note, s. Half of the shortest distance between notes. */
const NEAR_S = 0.075
const [LOWEST, HIGHEST] = [40, 84]
const OPEN = [64, 59, 55, 50, 45, 40]
const START_S = 0.3

/** Random single notes at intervals of 150 to 600 ms. */
export function melody(guitar: Guitar, count: number, random: Random, sampleRate: number): Rendered {
  let at = START_S
  const notes = Array.from({ length: count }, (): WantedNote => {
    const length = (150 + random.below(450)) / 1000
    const pitch = LOWEST + random.below(HIGHEST - LOWEST + 1)
    const string = 1 + OPEN.findIndex(open => open <= pitch)
    at += length
    return { at: at - length, length, pitch, string, velocity: (35 + random.below(60)) / 100 }
  })
  return render(
    guitar,
    notes.filter(({ pitch }) => canPlay(guitar, pitch)),
    { seed: random.below(2 ** 30), sampleRate },
  )
}

interface HeardNote {
  /** Seconds. */
  readonly onset: number
  readonly pitch: number
}

/** Finds the notes heard near each onset. */
export function paired<T extends HeardNote>(notes: readonly RenderedNote[], heard: readonly T[]) {
  const free = new Set(heard)
  const pairs = notes.map(note => {
    const away = ({ onset }: HeardNote) => Math.abs(onset - note.onset)
    const near = [...free].filter(each => away(each) < NEAR_S).sort((a, b) => away(a) - away(b))[0]
    if (near) free.delete(near)
    return { note, heard: near }
  })
  return { pairs, extra: free.size }
}

export interface Score {
  readonly right: number
  readonly wrong: number
  readonly extra: number
}

/** @returns percentages of the notes */
export function scoreOf(results: readonly ReturnType<typeof paired>[]): Score {
  const pairs = results.flatMap(result => result.pairs)
  const percent = (count: number) => (100 * count) / pairs.length
  const matched = pairs.filter(({ heard }) => heard)
  const right = matched.filter(({ note, heard }) => heard && Math.round(heard.pitch) === note.pitch)
  return {
    right: percent(right.length),
    wrong: percent(matched.length - right.length),
    extra: percent(results.reduce((sum, { extra }) => sum + extra, 0)),
  }
}

/** Runs `aubionotes` with its defaults. Returns `undefined` if it isn’t installed. */
export function aubioNotes({ samples, sampleRate }: Rendered): HeardNote[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fretwork-ear-'))
  try {
    const file = join(folder, 'melody.wav')
    const bytes = samplesOf(samples, samples)
    writeFileSync(
      file,
      Buffer.concat([wavHeader(bytes.byteLength), new Uint8Array(bytes.buffer, 0, bytes.byteLength)]),
    )
    const { error, stdout } = spawnSync('aubionotes', ['-i', file, '-r', String(sampleRate)], {
      encoding: 'utf8',
    })
    if (error) return undefined
    // Each note is a line with its pitch, onset and end. Other lines have one number.
    const rows = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number))
    return rows.flatMap(([pitch = 0, onset = 0, end]) => (end === undefined ? [] : { pitch, onset }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
