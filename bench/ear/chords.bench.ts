// Verdicts on expected chords: played right, or with one string a semitone off, muted, or ringing open.
import { performance } from 'node:perf_hooks'
import { ChordVerifier, type ExpectedNote } from '../../src/music/audio/chord-verifier.js'
import { quantile, reportFigure, reportRatio } from '../support/harness.js'
import { createRandom, type Random } from '../support/random.js'
import { chromaMatch } from './chroma-match.js'
import { CONDITIONS, under } from './conditions.js'
import { readPieces, type Voicing, voicingsOf } from './music.js'
import { canPlay, type Guitar, LIMITS, type Rendered, readGuitars, render } from './rendered-guitar.js'

const VOICINGS = 24
/** Onset of the chord after a ringing one, s. */
const AT = 0.5
const HEARD_S = 0.35
/** When early verdicts are measured, ms after the onset. They may be revised once. */
const EARLY_MS = [60, 90]
const FINAL_MS = 250

const random = createRandom(58)
const voicings = voicingsOf(await readPieces(random))
const guitars = await readGuitars()

interface Trial {
  readonly kind: Mistake | 'right'
  readonly expected: Voicing
  readonly played: readonly ExpectedNote[]
  readonly sound: Rendered
  /** Index of the first sample of the chord. */
  readonly onset: number
}

type Mistake = 'semitone' | 'silent' | 'open'

/** @returns notes played, or `undefined` if the chord has no such mistake */
function mistaken(
  { notes, open }: Voicing,
  mistake: Mistake,
  { of }: Random,
): readonly ExpectedNote[] | undefined {
  const target = of(notes)
  if (mistake === 'silent') return notes.filter(note => note !== target)
  const isFree = (pitch: number) => !notes.some(note => note.pitch === pitch)
  if (mistake === 'semitone') {
    const pitch = target.pitch + of([-1, 1])
    if (!isFree(pitch)) return undefined
    return notes.map(note => (note === target ? { ...note, pitch } : note))
  }
  const silent = open.flatMap((pitch, index) => {
    const string = index + 1
    return notes.some(note => note.string === string) || !isFree(pitch) ? [] : { string, pitch }
  })
  return silent.length === 0 ? undefined : [...notes, of(silent)]
}

function trialsOf(guitar: Guitar, conditions: (typeof CONDITIONS)[string]): Trial[] {
  const { of, below } = random
  const canBePlayed = (notes: readonly ExpectedNote[]) => notes.every(({ pitch }) => canPlay(guitar, pitch))
  const usable = voicings.filter(
    ({ notes, open }) => canBePlayed(notes) && open.every(each => canPlay(guitar, each)),
  )
  return Array.from({ length: VOICINGS }, () => of(usable)).flatMap(expected =>
    (['right', 'semitone', 'silent', 'open'] as const).flatMap(kind => {
      const played = kind === 'right' ? expected.notes : mistaken(expected, kind, random)
      if (!played || !canBePlayed(played)) return []
      const before = of(usable).notes.map(note => ({ ...note, at: 0.02, velocity: 0.6, length: AT - 0.02 }))
      const velocity = (50 + below(45)) / 100
      const notes = [...before, ...played.map(note => ({ ...note, at: AT, velocity, length: 1 }))]
      const seed = below(2 ** 30)
      const dry = render(guitar, notes, { seed, seconds: AT + HEARD_S })
      const onset = Math.round(AT * dry.sampleRate)
      return { kind, expected, played, onset, sound: under(dry, conditions, seed) }
    }),
  )
}

const isRight = ({ kind }: Trial) => kind === 'right'
const share = (list: readonly boolean[]) => (100 * list.filter(Boolean).length) / list.length
const MISTAKES = { semitone: 'a semitone off', silent: 'muted', open: 'ringing open' } as const
const times: number[] = []

function verdictOf({ sound: { samples, sampleRate }, onset, expected: { open, notes } }: Trial, ms: number) {
  const verifier = new ChordVerifier(sampleRate, open)
  const to = onset + Math.round((ms / 1000) * sampleRate)
  const began = performance.now()
  const verdict = verifier.verify(samples.subarray(0, to), onset, to, notes)
  times.push(performance.now() - began)
  return verdict
}

/** @returns F1 of strings that sound as expected */
function f1(trials: readonly Trial[], verdicts: readonly ReturnType<typeof verdictOf>[]): number {
  let [both, one] = [0, 0]
  for (const [index, { expected, played }] of trials.entries()) {
    for (const { string, pitch } of expected.notes) {
      const sounds = played.some(note => note.string === string && note.pitch === pitch)
      const isHeard = verdicts[index]?.strings.some(each => each.string === string && !each.reason) ?? false
      if (sounds && isHeard) both += 1
      else if (sounds || isHeard) one += 1
    }
  }
  return (2 * both) / (2 * both + one)
}

/** @returns proportion of wrong chords that a chroma template accepts if it accepts 95 % of the right ones */
function acceptedByChroma(trials: readonly Trial[]): number {
  const match = ({ sound, onset, expected }: Trial) => {
    const to = onset + Math.round((FINAL_MS / 1000) * sound.sampleRate)
    return chromaMatch(
      sound,
      onset,
      to,
      expected.notes.map(({ pitch }) => pitch),
    )
  }
  const least = quantile(trials.filter(isRight).map(match), 0.05)
  return share(trials.filter(trial => !isRight(trial)).map(trial => match(trial) >= least))
}

/** Reports how many chords are judged rightly, and once the verdict is final also which mistakes are missed. */
function report(title: string, trials: readonly Trial[], ms: number, relief: number): void {
  const verdicts = trials.map(trial => verdictOf(trial, ms))
  const judged = trials.map((trial, index) => verdicts[index]?.right === isRight(trial))
  const at = `${title}, ${ms} ms`
  reportFigure(`${at}: whole chords judged rightly`, share(judged), `≥ ${ms < FINAL_MS ? 50 : 95 - relief} %`)
  if (ms < FINAL_MS) return
  const taken = (kind: Trial['kind']) =>
    share(trials.flatMap((trial, index) => (trial.kind === kind ? (verdicts[index]?.right ?? false) : [])))
  reportFigure(`${at}: F1 by string`, f1(trials, verdicts), `≥ ${(95 - relief) / 100}`)
  reportFigure(`${at}: right chords taken as right`, taken('right'), `≥ ${95 - relief} %`)
  for (const [kind, words] of Object.entries(MISTAKES) as [Mistake, string][])
    reportFigure(`${at}: taken as right, a string ${words}`, taken(kind), `≤ ${3 + relief} %`)
  const accepted = share(trials.flatMap((trial, index) => (isRight(trial) ? [] : !judged[index])))
  const peer = acceptedByChroma(trials)
  reportRatio(`${at}: wrong chords taken as right, next to a chroma template`, [accepted, peer], '%', '≤ 1')
}

process.stdout.write(`  ${LIMITS} Onsets are given.\n`)
for (const [name, conditions] of Object.entries(CONDITIONS)) {
  const trials = guitars.flatMap(guitar => trialsOf(guitar, conditions))
  for (const ms of [...EARLY_MS, FINAL_MS]) report(`chords, ${name}`, trials, ms, name === 'clean' ? 0 : 5)
}
reportFigure('a chord verdict, 95 %', quantile(times, 0.95), '≤ 25 ms')
