import { ChordVerifier, type ExpectedNote, LOOKS_S, type StringVerdict } from './chord-verifier.js'
import type { Heard } from './heard.js'
import { NoteFinder } from './note-finder.js'
import { type FoundOnset, OnsetFinder } from './onset-finder.js'
import { frequencyOf, type HeardPitch, PitchFinder } from './pitch-finder.js'
import { fastestChange, PitchFollower } from './pitch-follower.js'
import { AttackLevels, RecentSound } from './recent-sound.js'

/** Time skipped after the onset to ignore pick noise, s. */
const SKIPPED_S = 0.005
/** When a note is decided, s after its onset, and the confidence needed. Later looks accept less. */
const LOOKS: readonly { readonly after: number; readonly confidence: number }[] = [
  { after: 0.045, confidence: 0.8 },
  { after: 0.055, confidence: 0.7 },
  { after: 0.07, confidence: 0.5 },
  { after: 0.085, confidence: 0.4 },
]
const LAST_LOOK = { after: 0.13, confidence: 0.3 }
const ATTACK_S = 0.05
/** Age at which a note is corrected if the longer sound has others, s. */
const REVISED_S = 0.11
/** Duration of sound in which several notes can be found, s, and time skipped at its start. */
const SEVERAL_S = 0.085
const PICK_S = 0.01
const [FIRST_S = 0, SECOND_S = 0, THIRD_S = 0] = LOOKS_S
/** Number of strings that may differ from an expected chord. */
const MOST_CHANGES = 2
/** Confidence of verified notes. */
const VERIFIED = 0.9
/** Level of an earlier note that rings on after an onset, relative to before, dB. */
const RINGS_DB = { least: -6, most: 2 }
/** Partials closer than this can’t be separated, Hz. */
const SHARED_HZ = 40
/** Minimum confidence. Sounds below it aren’t notes. */
const LEAST_CONFIDENCE = 0.35
/** A note is repeated, not just ringing on, if its level or all bands rise by this much, dB. */
const LOUDER_DB = 2
const REPLUCKED_DB = 5.4
/** Deviation of the pitch of a note that rings on, semitones. */
const SAME = 0.6
const LOUDNESS_S = 0.03
/** How often ringing notes are measured, s. */
const FOLLOWED_S = 0.02
const FOLLOWED_WINDOW_S = 0.045
const FOLLOWED_PERIODS = 4
/** Minimum confidence of followed pitches. */
const FOLLOWED_CONFIDENCE = 0.6
/** Level below its highest at which a note ends, dB. */
const ENDED_DB = -34

interface Voice {
  readonly id: number
  readonly onset: number
  readonly pitch: number
  readonly confidence: number
  readonly string: number | undefined
  readonly follower: PitchFollower
  /** Highest level so far. */
  level: number
  /** Number of measurements since it was last audible. */
  quiet: number
  /** Whether other notes have rung with it, so that its pitch isn’t followed. */
  isMixed: boolean
}

interface Found extends HeardPitch {
  readonly string?: number
}

interface Decision {
  readonly notes: readonly Found[]
  /** Whether more sound is unlikely to change the decision. */
  readonly isFinal: boolean
}

type Expected = readonly ExpectedNote[] | undefined

/** Hears the notes of a guitar or bass in a stream. */
export class GuitarListener {
  /** Returns notes that the song expects at a time. They are verified instead of recognized. */
  expectedAt: ((onset: number) => Expected) | undefined
  private readonly onsets: OnsetFinder
  private readonly pitches: PitchFinder
  private readonly finder: NoteFinder
  private readonly verifier: ChordVerifier
  private readonly sound: RecentSound
  private measured = 0
  private followed = 0
  /** An onset without a decision, and the number of looks at it. */
  private pending: (FoundOnset & { readonly expected: Expected; looks: number }) | undefined
  /** The latest onset with notes. */
  private pluck: { readonly onset: number; readonly expected: Expected; isFinal: boolean } | undefined
  private voices: readonly Voice[] = []
  private lastPitch = Number.NaN
  private lastId = 0
  private readonly attacks = new AttackLevels()

  /**
   * @param sampleRate Hz
   * @param options.open sounding MIDI notes of the open strings, highest string first
   */
  constructor(
    private readonly sampleRate: number,
    { open, frets }: { readonly open: readonly number[]; readonly frets: number },
  ) {
    const [lowest, highest] = [Math.min(...open), Math.max(...open) + frets]
    this.onsets = new OnsetFinder(sampleRate)
    this.pitches = new PitchFinder(sampleRate, lowest - 1, highest + 1)
    this.finder = new NoteFinder(sampleRate, this.pitches, lowest, highest)
    this.verifier = new ChordVerifier(sampleRate, open)
    this.sound = new RecentSound(sampleRate)
  }

  /** @param samples −1 to 1 */
  push(samples: Float32Array): Heard[] {
    const { hop } = this.onsets
    const heard: Heard[] = []
    for (let from = 0; from < samples.length; from += hop) {
      this.sound.append(samples.subarray(from, from + hop))
      if (this.sound.end < this.measured + hop) continue
      this.measured += hop
      heard.push(...this.step(this.measured))
    }
    return heard
  }

  /** @returns what is left to say about the last notes */
  end(): Heard[] {
    const now = this.sound.end
    return [...this.decide(now, true), ...this.revise(now, true), ...this.release(this.voices, now)]
  }

  private step(now: number): Heard[] {
    const { sound } = this
    const onset = this.onsets.step(sound.samples, now - sound.base)
    const at = (onset?.at ?? 0) + sound.base
    if (!onset || this.isSameStrum(at)) {
      const heard = [...this.decide(now, false), ...this.revise(now, false)]
      return heard.length > 0 || this.pending ? heard : this.follow(now)
    }
    const before = [...this.decide(at, true), ...this.revise(at, true)]
    const expected = this.expectedAt?.(at / this.sampleRate)
    this.pending = { ...onset, at, looks: 0, expected: expected?.length ? expected : undefined }
    return before
  }

  /** The strings of a slowly strummed chord have several onsets. */
  private isSameStrum(onset: number): boolean {
    const { pending, pluck, sound } = this
    const { expected, at } = pending ?? { expected: pluck?.expected, at: pluck?.onset ?? 0 }
    return (expected?.length ?? 0) > 1 && onset < at + sound.length(SECOND_S)
  }

  private decide(now: number, isLast: boolean): Heard[] {
    const { pending } = this
    if (!pending) return []
    const { at: onset, expected } = pending
    const decision = expected ? this.verify(expected, now, isLast) : this.look(now, isLast)
    if (!decision) return []
    this.pending = undefined
    const { notes, isFinal } = decision
    if (notes.length === 0 || this.isRinging(notes, pending)) return []
    this.pluck = { onset, expected, isFinal }
    return [
      ...this.release(this.stoppedBy(notes, onset, now), onset),
      ...notes.map(note => this.begin(note, onset, now)),
    ]
  }

  /** Recognizes a single note as early as possible, and several notes a little later. */
  private look(now: number, isLast: boolean): Decision | undefined {
    const { pending, sound } = this
    if (!pending) return undefined
    const { at, looks } = pending
    const { after, confidence } = LOOKS[looks] ?? LAST_LOOK
    if (!isLast && now < at + sound.length(after)) return undefined
    pending.looks += 1
    if (looks >= LOOKS.length) {
      const notes = this.several(at, now)
      if (notes.some(note => note.confidence >= LEAST_CONFIDENCE)) return { notes, isFinal: true }
    }
    const heard = this.pitches.find(
      sound.samples,
      at + sound.length(SKIPPED_S) - sound.base,
      now - sound.base,
    )
    if (heard && heard.confidence >= (isLast ? LEAST_CONFIDENCE : confidence))
      return { notes: [heard], isFinal: false }
    return isLast || looks >= LOOKS.length ? { notes: [], isFinal: true } : undefined
  }

  private verify(expected: readonly ExpectedNote[], now: number, isLast: boolean): Decision | undefined {
    const { pending, sound } = this
    if (!pending) return undefined
    const { at, looks } = pending
    const [single, another] = expected
    if (single && !another && looks < LOOKS.length) {
      const [note] = this.look(now, isLast)?.notes ?? []
      if (note && Math.round(note.pitch) === single.pitch)
        return { notes: [{ ...note, string: single.string }], isFinal: true }
    }
    const isEarly = !isLast && now < at + sound.length(SECOND_S)
    if (isEarly && (!another || looks > 0 || now < at + sound.length(FIRST_S))) return undefined
    pending.looks += 1
    const { right, sure, strings } = this.verdict(expected, at, now)
    const isCertain = isLast || (sure && right)
    if (isEarly && !isCertain) return undefined
    if (!right && !another) {
      const note = this.longer(at, now)
      const string = strings.find(({ heard }) => heard === Math.round(note?.pitch ?? 0))?.string
      return { notes: note ? [{ ...note, ...(string !== undefined && { string }) }] : [], isFinal: true }
    }
    const notes = this.notesOf(
      strings.filter(({ reason }) => isCertain || !reason),
      at,
    )
    return notes.length > 0 ? { notes, isFinal: isCertain } : { notes: this.several(at, now), isFinal: true }
  }

  private verdict(expected: readonly ExpectedNote[], onset: number, now: number) {
    const { samples, base } = this.sound
    return this.verifier.verify(samples, onset - base, now - base, expected)
  }

  /** Recognizes the notes without the song if too many strings differ. */
  private playedInstead(strings: readonly StringVerdict[], onset: number, now: number): readonly Found[] {
    const changes = strings.filter(({ reason }) => reason)
    return changes.length > MOST_CHANGES ? this.several(onset, now) : this.notesOf(strings, onset)
  }

  /** Omits other strings that were ringing before. */
  private notesOf(strings: readonly StringVerdict[], onset: number): Found[] {
    const before = this.voices.filter(voice => voice.onset < onset)
    return strings.flatMap(({ string, heard, reason }) => {
      const isOld = reason === 'open' && before.some(({ pitch }) => pitch === heard)
      return heard === undefined || isOld ? [] : [{ pitch: heard, string, confidence: VERIFIED }]
    })
  }

  private several(onset: number, now: number): HeardPitch[] {
    const { sound } = this
    const from = onset + sound.length(PICK_S)
    return this.finder.find(sound.samples, onset - sound.base, from - sound.base, now - sound.base)
  }

  /** Whether these notes are already ringing and weren’t plucked again. */
  private isRinging(notes: readonly Found[], { at, rise }: FoundOnset): boolean {
    const { voices, sound } = this
    const ringing = voices.length > 0 ? voices.map(({ follower }) => follower.latest) : [this.lastPitch]
    if (rise >= REPLUCKED_DB) return false
    if (!notes.every(({ pitch }) => ringing.some(other => Math.abs(pitch - other) < SAME))) return false
    const length = sound.length(LOUDNESS_S)
    return 10 * Math.log10(sound.power(at, at + length) / sound.power(at - length, at)) <= LOUDER_DB
  }

  /** @returns earlier notes that ended with the new ones */
  private stoppedBy(notes: readonly Found[], onset: number, now: number): Voice[] {
    const { voices, sound, pitches } = this
    if (voices.length === 0) return []
    const length = sound.length(FOLLOWED_WINDOW_S)
    const isShared = (hz: number) =>
      notes.some(({ pitch }) => {
        const ratio = hz / frequencyOf(pitch)
        return Math.abs(ratio - Math.max(1, Math.round(ratio))) * frequencyOf(pitch) < SHARED_HZ
      })
    const levels = [onset - length, Math.min(now - length, onset + sound.length(SKIPPED_S))].map(from => {
      pitches.measure(sound.samples, from - sound.base, from - sound.base + length)
      return voices.map(({ follower }) => pitches.levelOf(follower.latest, isShared))
    })
    return voices.filter(({ pitch, string }, index) => {
      const isReplaced = notes.some(
        note => Math.round(note.pitch) === pitch || (string !== undefined && note.string === string),
      )
      const [before = 0, after = 0] = levels.map(each => each[index] ?? 0)
      const change = 10 * Math.log10(after / before)
      return isReplaced || !(change > RINGS_DB.least && change < RINGS_DB.most)
    })
  }

  private begin({ pitch: exact, confidence, string }: Found, onset: number, decided: number): Heard {
    const { sampleRate, sound } = this
    const pitch = Math.round(exact)
    const from = onset + sound.length(SKIPPED_S)
    const level = Math.sqrt(sound.power(from, from + sound.length(LOUDNESS_S)))
    const follower = new PitchFollower(exact)
    this.lastPitch = pitch
    this.lastId += 1
    const voice = {
      id: this.lastId,
      onset,
      pitch,
      confidence,
      string,
      follower,
      level: 0,
      quiet: 0,
      isMixed: false,
    }
    this.voices = [...this.voices, voice]
    return {
      ...{ type: 'note', id: this.lastId, pitch, cents: 100 * (exact - pitch), confidence },
      ...{ onset: onset / sampleRate, decided: decided / sampleRate },
      velocity: this.attacks.velocityOf(level, onset / sampleRate),
      ...(string !== undefined && { string }),
    }
  }

  /** Corrects the latest notes if the longer sound has others. */
  private revise(now: number, isLast: boolean): Heard[] {
    const { pluck, sound } = this
    if (!pluck || pluck.isFinal) return []
    const { onset, expected } = pluck
    if (!isLast && now < onset + sound.length(expected ? THIRD_S : REVISED_S)) return []
    pluck.isFinal = true
    const voices = this.voices.filter(voice => voice.onset === onset)
    const notes = expected
      ? this.playedInstead(this.verdict(expected, onset, now).strings, onset, now)
      : this.corrected(voices[0]?.confidence ?? 0, onset, now)
    if (notes.length === 0) return []
    const wrong = voices.filter(({ pitch }) => !notes.some(note => Math.round(note.pitch) === pitch))
    const missing = notes.filter(({ pitch }) => !voices.some(voice => voice.pitch === Math.round(pitch)))
    return [...this.release(wrong, onset), ...missing.map(note => this.begin(note, onset, now))]
  }

  private corrected(confidence: number, onset: number, now: number): readonly Found[] {
    const several = now < onset + this.sound.length(SEVERAL_S) ? [] : this.several(onset, now)
    const isOver = this.voices.some(voice => voice.onset < onset)
    if (several.length > (isOver ? 0 : 1)) return several
    const longer = this.longer(onset, now)
    return longer && longer.confidence >= confidence ? [longer] : []
  }

  /** The attack may sound unlike the note, so a long note is also measured without it. */
  private longer(onset: number, now: number): HeardPitch | undefined {
    const { sound, pitches } = this
    const [begin, to] = [onset - sound.base, now - sound.base]
    const attack = sound.length(ATTACK_S)
    const whole = pitches.find(sound.samples, begin + sound.length(SKIPPED_S), to)
    if (to - begin < 2 * attack) return whole
    const later = pitches.find(sound.samples, begin + attack, to)
    return (later?.confidence ?? 0) > (whole?.confidence ?? 0) ? later : whole
  }

  private release(voices: readonly Voice[], at: number): Heard[] {
    this.voices = this.voices.filter(voice => !voices.includes(voice))
    return voices.map(({ id }) => ({ type: 'end', id, at: at / this.sampleRate }))
  }

  /** Follows the pitch of a single note and the levels of all notes. */
  private follow(now: number): Heard[] {
    const { voices, sound, pitches } = this
    const [voice, another] = voices
    if (!voice || !this.pluck?.isFinal || now < this.followed + sound.length(FOLLOWED_S)) return []
    this.followed = now
    const lowest = Math.min(...voices.map(({ pitch }) => pitch))
    const length = sound.length(Math.max(FOLLOWED_WINDOW_S, FOLLOWED_PERIODS / frequencyOf(lowest)))
    const from = now - length - sound.base
    if (another) for (const each of voices) each.isMixed = true
    const heard = voice.isMixed ? undefined : pitches.find(sound.samples, from, from + length)
    if (!heard) pitches.measure(sound.samples, from, from + length)
    const ended = this.release(voices.filter(isQuiet(pitches)), now)
    if (ended.length > 0 || !heard || heard.confidence < FOLLOWED_CONFIDENCE) return ended
    const at = (now - length / 2) / this.sampleRate
    const move = voice.follower.next({ at, pitch: heard.pitch }, (first, last) =>
      fastestChange(first, last, center => {
        const start = sound.length(center) - sound.base - (length >> 1)
        return pitches.find(sound.samples, start, start + length)?.pitch ?? Number.NaN
      }),
    )
    if (!move) return []
    if (move.type === 'bent') return [{ type: 'bend', id: voice.id, at, semitones: move.semitones }]
    const onset = sound.length(move.at)
    return [...this.release([voice], onset), this.begin(heard, onset, now)]
  }
}

const isQuiet = (pitches: PitchFinder) => (voice: Voice) => {
  const level = pitches.levelOf(voice.follower.latest)
  voice.level = Math.max(voice.level, level)
  voice.quiet = level < voice.level * 10 ** (ENDED_DB / 10) ? voice.quiet + 1 : 0
  return voice.quiet > 1
}
