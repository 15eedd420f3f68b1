// Single notes, melodies and bends heard without knowing the music.
import { PitchDetector } from 'pitchy'
import { GuitarListener } from '../../src/music/audio/guitar-listener.js'
import { type Heard, type HeardNote, lastingNotes } from '../../src/music/audio/heard.js'
import { PitchFinder, pitchOf } from '../../src/music/audio/pitch-finder.js'
import { SAMPLE_RATE } from '../../src/music/song/wav-file.js'
import { median, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { createRandom } from '../support/random.js'
import { CONDITIONS, under } from './conditions.js'
import { aubioNotes, melody, paired, scoreOf } from './melodies.js'
import { type Guitar, LIMITS, type Rendered, readGuitars, render } from './rendered-guitar.js'

const LOWEST_GUITAR_NOTE = 40
const NOTES = 120
/** Time skipped at the start of each pluck, s. */
const SKIPPED = 0.005
const OPEN = [64, 59, 55, 50, 45, 40]
const BLOCK = 480

const random = createRandom(7)
const guitars = await readGuitars()
const all = guitars.flatMap(({ plucks }) => plucks.filter(({ pitch }) => pitch >= LOWEST_GUITAR_NOTE))
process.stdout.write(`  ${LIMITS}\n`)

/** @returns proportion of plucks whose note is found within the first `seconds` of sound */
function hits(seconds: number, find: (sound: Float32Array, rate: number) => number): number {
  const right = all.filter(({ samples, sampleRate: rate, pitch }) => {
    const sound = samples.subarray(SKIPPED * rate, seconds * rate)
    return Math.round(find(sound, rate)) === pitch
  })
  return (100 * right.length) / all.length
}

const finder = new PitchFinder(SAMPLE_RATE)
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

let [computing, sounding] = [0, 0]

function listen({ samples, sampleRate }: Rendered): Heard[] {
  const listener = new GuitarListener(sampleRate, { open: OPEN, frets: 24 })
  const began = process.cpuUsage()
  const heard: Heard[] = []
  for (let from = 0; from < samples.length; from += BLOCK)
    heard.push(...listener.push(samples.subarray(from, from + BLOCK)))
  heard.push(...listener.end())
  computing += process.cpuUsage(began).user / 1e6
  sounding += samples.length / sampleRate
  return heard
}

for (const [name, conditions] of Object.entries(CONDITIONS)) {
  const relief = name === 'clean' ? 0 : 5
  const title = `melodies, ${name}`
  const sampleRate = conditions.microphone ? 48_000 : SAMPLE_RATE
  const late: number[] = []
  const decided: number[] = []
  const scored: ReturnType<typeof paired>[] = []
  const early: ReturnType<typeof paired>[] = []
  const peers: ReturnType<typeof paired>[] = []
  for (const guitar of guitars) {
    const sound = under(melody(guitar, NOTES, random, sampleRate), conditions, random.below(2 ** 30))
    const heard = listen(sound)
    const result = paired(sound.notes, lastingNotes(heard))
    const { right, wrong, extra } = scoreOf([result])
    process.stdout.write(
      `  ${title}, ${guitar.name}: ${[right, wrong, extra].map(each => each.toFixed(1)).join(', ')} %\n`,
    )
    for (const { note, heard: near } of result.pairs) if (near) late.push(1000 * (near.onset - note.onset))
    const first = paired<HeardNote>(
      sound.notes,
      heard.filter(each => each.type === 'note'),
    )
    for (const { note, heard: near } of first.pairs)
      if (near) decided.push(1000 * (near.decided - note.onset))
    early.push(first)
    scored.push(result)
    const peer = sampleRate === SAMPLE_RATE ? aubioNotes(sound) : undefined
    if (peer) peers.push(paired(sound.notes, peer))
  }
  const { right, wrong, extra } = scoreOf(scored)
  reportFigure(`${title}: notes heard`, right, `≥ ${99 - relief} %`)
  reportFigure(`${title}: notes heard at the first decision`, scoreOf(early).right, `≥ ${95 - relief} %`)
  reportFigure(`${title}: notes taken for another`, wrong, `≤ ${1 + relief} %`)
  reportFigure(`${title}: notes that weren’t played`, extra, `≤ ${1 + relief} %`)
  reportFigure(`${title}: onset error, median`, median(late), '≤ 10 ms')
  reportFigure(`${title}: onset error, 95 %`, quantile(late, 0.95), '≤ 20 ms')
  reportFigure(`${title}: from onset to decision, median`, median(decided), '≤ 60 ms')
  reportFigure(`${title}: from onset to decision, 95 %`, quantile(decided, 0.95), '≤ 90 ms')
  if (peers.length > 0)
    reportRatio(`${title}: notes heard, next to aubionotes`, [right, scoreOf(peers).right], '%', '≥ 1')
  else if (sampleRate === SAMPLE_RATE)
    process.stdout.write('  aubionotes is missing: `apt install aubio-tools`\n')
}

const BENT_S = 1.2
/** Error of a bend that isn’t heard. */
const UNHEARD_CENTS = 100
const BENDS = {
  'a bend': (seconds: number) => Math.min(2, Math.max(0, (seconds - 0.4) * 6)),
  'a vibrato': (seconds: number) => (seconds < 0.3 ? 0 : 0.4 * Math.sin(2 * Math.PI * 5 * (seconds - 0.3))),
}

/** @returns deviation of each followed pitch from the true pitch, cents */
function bendErrors(guitar: Guitar, bend: (seconds: number) => number): number[] {
  return [52, 57, 60, 64, 67, 71].flatMap(pitch => {
    const note = { at: 0.2, string: 1, pitch, velocity: 0.7, length: BENT_S, bend }
    const heard = listen(render(guitar, [note], { seed: pitch }))
    const notes = new Map(lastingNotes(heard).map(each => [each.id, each]))
    if (!heard.some(({ type }) => type === 'bend')) return [UNHEARD_CENTS]
    return heard.flatMap(each => {
      const start = each.type === 'bend' ? notes.get(each.id) : undefined
      if (each.type !== 'bend' || !start || each.at > note.at + BENT_S) return []
      return 100 * Math.abs(start.pitch + each.semitones - pitch - bend(each.at - note.at))
    })
  })
}

for (const [name, bend] of Object.entries(BENDS)) {
  const errors = guitars.flatMap(guitar => bendErrors(guitar, bend))
  reportFigure(`${name}: error, median`, median(errors), '≤ 5 cents')
  reportFigure(`${name}: error, 95 %`, quantile(errors, 0.95), '≤ 15 cents')
}
// A quarter of the 15 % of a core that is allowed on a processor four times slower.
reportFigure('seconds of computing per second of sound', computing / sounding, '≤ 0.0375')
