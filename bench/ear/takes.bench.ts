// Takes with known mistakes, judged from the rendered sound and from the same notes as MIDI.
import { Listening } from '../../src/plugins/audio-in/listening.js'
import { createJudge } from '../../src/plugins/practice/judging/judge.js'
import type { JudgedNote, Struck } from '../../src/plugins/practice/judging/judged-notes.js'
import { reportFigure } from '../support/harness.js'
import { createRandom, type Random } from '../support/random.js'
import { CONDITIONS, under } from './conditions.js'
import { type Piece, readPieces } from './music.js'
import {
  canPlay,
  chordsOf,
  type Guitar,
  LIMITS,
  type Rendered,
  readGuitars,
  render,
  type WantedNote,
} from './rendered-guitar.js'

const PIECES = 6
const SECONDS = 20
const LEAST_NOTES = 30
/** Time before the first note, s. */
const LEAD_S = 0.5
const BLOCK_S = 0.01
const OPTIONS = { windowMs: 100, chord: 'all', strictOctaves: true, strictStrings: false } as const

interface Take {
  readonly open: readonly number[]
  readonly written: readonly JudgedNote[]
  /** Whether each written note is part of a chord. */
  readonly inChord: readonly boolean[]
  readonly sound: Rendered
}

/** Plays with deviations of at most 30 ms. A note in 25 is left out, and another is a semitone off. A chord in 25 is late. */
function mistaken(notes: readonly WantedNote[], { below }: Random, canBePlayed: (pitch: number) => boolean) {
  return chordsOf(notes).flatMap(chord => {
    const late = below(25) === 0 ? 0.17 : (below(61) - 30) / 1000
    return chord.flatMap(note => {
      const chance = below(25)
      const off = note.pitch + (below(2) === 0 ? 1 : -1)
      const pitch = chance === 1 && canBePlayed(off) ? off : note.pitch
      return chance === 0 ? [] : { ...note, pitch, at: LEAD_S + note.at + late }
    })
  })
}

function takeOf({ open, notes }: Piece, guitar: Guitar, random: Random): Take {
  const start = notes[0]?.at ?? 0
  const chords = chordsOf(
    notes.filter(({ at }) => at < start + SECONDS).map(note => ({ ...note, at: note.at - start })),
  )
  const all = chords.flat()
  const written = all.map(({ at, length, pitch, string }, shown) => ({
    ...{ shown, onset: at, duration: length, pitch, string, atMs: 1000 * at, bar: 1 + Math.floor(at / 2) },
  }))
  const played = mistaken(all, random, pitch => canPlay(guitar, pitch))
  const inChord = chords.flatMap(chord => chord.map(() => chord.length > 1))
  return { open, written, inChord, sound: render(guitar, played, { seed: random.below(2 ** 30) }) }
}

/** @param struck notes with the time at which they are known, ms */
function judged(written: readonly JudgedNote[], struck: readonly (Struck & { readonly knownMs: number })[]) {
  const judge = createJudge({ notes: written, options: OPTIONS })
  for (const note of struck.toSorted((a, b) => a.knownMs - b.knownMs)) {
    judge.pass(note.knownMs)
    judge.take(note)
  }
  judge.end(Number.POSITIVE_INFINITY)
  return judge
}

const atSongMs = (seconds: number) => ({
  atMs: 1000 * (seconds - LEAD_S),
  songMs: 1000 * (seconds - LEAD_S),
  rate: 1,
})

function heardIn({ open, written, sound: { samples, sampleRate } }: Take) {
  const listening = new Listening(sampleRate, open)
  const chords = chordsOf(written.map(note => ({ ...note, at: LEAD_S + note.onset })))
  listening.expect(chords.map(chord => ({ at: chord[0]?.at, notes: chord })))
  const block = Math.round(BLOCK_S * sampleRate)
  const struck: (Struck & { readonly knownMs: number })[] = []
  for (let to = block; to <= samples.length; to += block) {
    const { heard = [] } = listening.push(samples.subarray(to - block, to), to / sampleRate) ?? {}
    for (const each of heard) {
      if (each.type !== 'note') continue
      const { pitch, string, audioTime } = each
      struck.push({ pitch, string, ...atSongMs(audioTime), knownMs: atSongMs(to / sampleRate).atMs })
    }
  }
  return struck
}

process.stdout.write(`  ${LIMITS}\n`)
const guitars = await readGuitars()
const pieces = await readPieces(createRandom(3))
for (const [name, conditions] of Object.entries(CONDITIONS)) {
  const random = createRandom(58)
  const agreed = { 'single notes': [] as boolean[], 'chord notes': [] as boolean[] }
  let [extra, heardExtra] = [0, 0]
  for (const guitar of guitars) {
    const usable = pieces.filter(
      ({ notes }) => notes.length >= LEAST_NOTES && notes.every(({ pitch }) => canPlay(guitar, pitch)),
    )
    for (const piece of random.shuffled(usable).slice(0, PIECES / guitars.length)) {
      const dry = takeOf(piece, guitar, random)
      const take = { ...dry, sound: under(dry.sound, conditions, random.below(2 ** 30)) }
      const midi = take.sound.notes.map(({ onset, pitch }) => ({
        pitch,
        ...atSongMs(onset),
        knownMs: atSongMs(onset).atMs,
      }))
      const [truth, ear] = [judged(take.written, midi), judged(take.written, heardIn(take))]
      extra += truth.extras.size
      heardExtra += ear.extras.size
      for (const [index] of take.written.entries()) {
        const isSame = truth.verdicts.get(index)?.kind === ear.verdicts.get(index)?.kind
        agreed[take.inChord[index] ? 'chord notes' : 'single notes'].push(isSame)
      }
    }
  }
  const share = (same: readonly boolean[]) => (100 * same.filter(Boolean).length) / same.length
  const limit = `≥ ${name === 'clean' ? 97 : 92} %` as const
  reportFigure(`takes, ${name}: verdicts as by MIDI`, share(Object.values(agreed).flat()), limit)
  for (const [kind, same] of Object.entries(agreed))
    process.stdout.write(`  ${kind}: ${share(same).toFixed(1)} % of ${same.length}\n`)
  process.stdout.write(`  notes called extra: ${heardExtra}, by MIDI ${extra}\n`)
}
