import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INCLUDED_SONGS, makeSong } from '../../../src/plugins/library/included/included-songs.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { isPerformed, writtenNotes } from '../../../src/plugins/tablature/written-notes.js'

const PPQ = 480
/** Bars of 4/4. */
const TIME = {
  starts: Float64Array.from({ length: 33 }, (_, bar) => bar * 4),
  barAt: (quarter: number) => Math.min(31, Math.max(0, Math.floor(quarter / 4))),
}

/** The same every time: a player who is up to so many quarter notes early or late. */
function played(onsets: readonly number[], by: number) {
  let seed = 7
  return onsets.map(onset => {
    seed = (seed * 16807) % 2147483647
    return { onset: Math.max(0, onset + (seed / 2147483647 - 0.5) * 2 * by) }
  })
}
const every = (step: number, count: number) => Array.from({ length: count }, (_, index) => index * step)
const onsetsOf = (notes: readonly { readonly onset: number }[]) => notes.map(({ onset }) => onset)
const written = (notes: readonly { readonly onset: number }[]) => onsetsOf(writtenNotes(notes, TIME, PPQ))
const rounded = (onsets: readonly number[]) => onsets.map(onset => Math.round(onset * 1e6) / 1e6)

describe('what is written', () => {
  it.each([
    ['eighths', every(0.5, 60)],
    ['sixteenths', every(0.25, 100)],
    ['triplets', every(1 / 3, 90)],
    ['a shuffle', every(1, 40).flatMap(beat => [beat, beat + 2 / 3])],
  ])('of %s that were played live are these', (_, onsets) => {
    const notes = played(onsets, 0.055)
    expect(isPerformed(notes, PPQ)).toBe(true)
    expect(rounded(written(notes))).toEqual(rounded(onsets))
  })

  it('of a note that came early is in the bar that it belongs to', () => {
    const notes = [...played(every(0.5, 20), 0.05).map(({ onset }) => onset + 4), 15.96].map(onset => ({
      onset,
    }))
    expect(written(notes).at(-1)).toBe(16)
  })

  it('of a rolled chord is one moment, and of a quick run are many', () => {
    const notes = [...played(every(0.5, 30), 0.05), { onset: 16.02 }, { onset: 16.05 }, { onset: 16.08 }]
    expect(new Set(written(notes).slice(-3))).toEqual(new Set([16]))
    const run = [...played(every(0.5, 30), 0.05), ...every(0.124, 8).map(at => ({ onset: 16.01 + at }))]
    expect(rounded(written(run).slice(-8))).toEqual(every(0.125, 8).map(at => 16 + at))
  })

  it.each([
    ['sixteenths and triplets', [...every(0.25, 20), ...every(1 / 3, 20).map(at => at + 5)]],
    ['quintuplets and septuplets', [...every(0.2, 20), ...every(1 / 7, 20).map(at => at + 4)]],
    ['too few to tell', [0.11, 0.47, 1.23]],
  ])('of %s is what the file has', (_, onsets) => {
    const notes = onsets.map(onset => ({ onset: Math.round(onset * PPQ) / PPQ }))
    expect(isPerformed(notes, PPQ)).toBe(false)
    expect(writtenNotes(notes, TIME, PPQ)).toBe(notes)
  })

  it('of the included songs is what they have', async () => {
    for (const each of INCLUDED_SONGS) {
      const { tracks, header } = makeSong(each)
      for (const { notes } of tracks) {
        expect(
          isPerformed(
            notes.map(({ ticks }) => ({ onset: ticks / header.ppq })),
            header.ppq,
          ),
        ).toBe(false)
      }
    }
  })
})

const FOLDER = resolve('../shared/data/midi')
const present = existsSync(FOLDER)
if (!present) console.warn(`Real MIDI files are not looked at: ${FOLDER} is missing.`)

it.skipIf(!present).each(['GonzoSurf', 'Town'])('the real file %s was written, not performed', async name => {
  const { song } = await readSongFile(readFileSync(resolve(FOLDER, `${name}.mid`)), name)
  const { ppq } = song.header
  for (const { notes } of song.tracks) {
    expect(
      isPerformed(
        notes.map(({ ticks }) => ({ onset: ticks / ppq })),
        ppq,
      ),
    ).toBe(false)
  }
})
