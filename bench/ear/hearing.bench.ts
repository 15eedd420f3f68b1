// Plucks of two electric guitars, without legato. Other guitars may differ; see ../shared/data/ear/README.md.
import { PitchDetector } from 'pitchy'
import { GuitarListener, lastingNotes } from '../../src/music/audio/guitar-listener.js'
import { PitchFinder, pitchOf } from '../../src/music/audio/pitch-finder.js'
import { type Pluck, played, plucks } from '../../tests/music/audio/plucks.js'
import { median, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { createRandom, type Random } from '../support/random.js'

const LOWEST_GUITAR_NOTE = 40
const NOTES = 300
/** Time skipped at the start of each pluck, s. */
const SKIPPED = 0.005

const guitars = await Promise.all((['emily', 'shiny'] as const).map(guitar => plucks(guitar)))
const all = guitars.flat().filter(({ pitch }) => pitch >= LOWEST_GUITAR_NOTE)

/** @returns proportion of plucks whose note is found within the first `seconds` of sound */
function hits(seconds: number, find: (sound: Float32Array, rate: number) => number): number {
  const right = all.filter(({ samples, sampleRate: rate, pitch }) => {
    const sound = samples.subarray(SKIPPED * rate, seconds * rate)
    return Math.round(find(sound, rate)) === pitch
  })
  return (100 * right.length) / all.length
}

const finder = new PitchFinder(44_100)
const ours = (sound: Float32Array) => finder.find(sound, 0, sound.length)?.pitch ?? 0
function pitchy(sound: Float32Array, rate: number): number {
  const [frequency] = PitchDetector.forFloat32Array(sound.length).findPitch(sound, rate)
  return pitchOf(frequency)
}

for (const ms of [60, 90]) {
  reportRatio(
    `single notes given the onset, ${ms} ms: right, next to pitchy`,
    [hits(ms / 1000, ours), hits(ms / 1000, pitchy)],
    '%',
    '≥ 1',
  )
}

function melody(from: readonly Pluck[], random: Random) {
  const notes = Array.from({ length: NOTES }, () => random.of(from))
  const times = notes.map(() => 0.15 + random.below(450) / 1000)
  for (const [index, time] of times.entries()) times[index] = time + (times[index - 1] ?? 0)
  return { notes, times, samples: played(notes, times, (times.at(-1) ?? 0) + 1) }
}

for (const decibels of [Infinity, 40, 30, 20]) {
  let [right, wrong, total, extra] = [0, 0, 0, 0]
  const late: number[] = []
  for (const guitar of guitars) {
    const random = createRandom(7)
    const { notes, times, samples } = melody(
      guitar.filter(({ pitch }) => pitch >= LOWEST_GUITAR_NOTE),
      random,
    )
    const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)
    const noise = level * 10 ** (-decibels / 20) * Math.sqrt(12)
    const listener = new GuitarListener(44_100, { open: [64, 59, 55, 50, 45, 40], frets: 24 })
    const heard = lastingNotes([
      ...listener.push(samples.map(sample => sample + noise * (random.below(2 ** 20) / 2 ** 20 - 0.5))),
      ...listener.end(),
    ])
    for (const [index, { pitch }] of notes.entries()) {
      const near = heard.find(({ onset }) => Math.abs(onset - (times[index] ?? 0)) < 0.05)
      if (near) late.push(1000 * (near.onset - (times[index] ?? 0)))
      right += near?.pitch === pitch ? 1 : 0
      wrong += near && near.pitch !== pitch ? 1 : 0
    }
    total += notes.length
    extra += heard.length
  }
  const noise = decibels === Infinity ? 'no noise' : `noise at ${decibels} dB`
  reportFigure(`melodies, ${noise}: notes heard`, (100 * right) / total, '≥ 99 %')
  reportFigure(`melodies, ${noise}: notes taken for another`, (100 * wrong) / total, '≤ 1 %')
  reportFigure(
    `melodies, ${noise}: notes that weren’t played`,
    (100 * (extra - right - wrong)) / total,
    '≤ 1 %',
  )
  reportFigure(`melodies, ${noise}: onset error, median`, median(late), '≤ 10 ms')
  reportFigure(`melodies, ${noise}: onset error, 95 %`, quantile(late, 0.95), '≤ 20 ms')
}
