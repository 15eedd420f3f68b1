// All voicings of C7#9 on eight strings, compared with trying every fret on every string, which finds the same ones.
import { TUNINGS } from '../../src/core/music/guitar/tunings.js'
import { chordTones } from '../../src/plugins/fretboard/chords/chord-tones.js'
import { voicings } from '../../src/plugins/fretboard/chords/voicings.js'
import { median, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { everyVoicing } from './every-voicing.js'

const LIMIT_MS = 50
/** A search that is no better than trying everything out would stand at 1. */
const LIMIT_RATIO = 0.05
const ROUNDS = 40
/** Trying everything out takes a second already with twelve frets; with 24 it would take minutes. */
const PEER_FRETS = 12
const PEER_ROUNDS = 3

const chord = chordTones('C7#9')
const tuning = TUNINGS.find(({ name }) => name === '8-string')
if (!chord || !tuning) throw new Error('The chord or the tuning is gone.')

const timed = (run: () => readonly unknown[]) => {
  const began = performance.now()
  const found = run().length
  return { took: performance.now() - began, found }
}

const whole = { ...tuning, capo: 0, lastFret: 24 }
const first = timed(() => voicings(chord, whole))
reportFigure({
  name: 'C7#9 on 8 strings, 24 frets, the very first time',
  figure: first.took,
  unit: 'ms',
  limit: LIMIT_MS,
})
const times = Array.from({ length: ROUNDS }, () => timed(() => voicings(chord, whole)).took)
process.stdout.write(`  ${first.found} voicings\n`)
reportFigure({
  name: 'C7#9 on 8 strings, 24 frets, p95',
  figure: quantile(times, 0.95),
  unit: 'ms',
  limit: LIMIT_MS,
})

const half = { ...whole, lastFret: PEER_FRETS }
const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round < PEER_ROUNDS; round += 1) {
  const found = timed(() => voicings(chord, half))
  const tried = timed(() => everyVoicing(chord, half))
  if (found.found !== tried.found)
    throw new Error(`${found.found} voicings were found, and there are ${tried.found}.`)
  ours.push(found.took)
  theirs.push(tried.took)
}
reportRatio({
  name: 'C7#9 on 8 strings, 12 frets : trying everything out',
  figure: median(ours),
  peer: median(theirs),
  unit: 'ms',
  limit: LIMIT_RATIO,
})
