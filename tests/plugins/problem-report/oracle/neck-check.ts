/** Whether the neck shows what sounds, and nothing else; positions are worked out string by string. */
import type { Lit, ShownView } from '../../../../src/plugins/problem-report/file/report.js'
import type { ReferenceVoice, ReferenceVoices } from './reference-voices.js'

/** Frets of the longest neck, from the nut. */
const LAST_FRET = 24
/** What JSON and division leave of a number. */
const CLOSE = 1e-6

interface NeckState {
  readonly view: ShownView
  /** By `string/fret`. */
  readonly lit: ReadonlyMap<string, Lit>
  readonly notes: readonly number[]
  readonly voices: ReferenceVoices
  /** Semitones that the user has set, by port. */
  readonly bendRanges: Readonly<Record<string, number>>
}

interface Finding {
  readonly rule: string
  readonly sentence: string
}

/** The first rule that the neck breaks; undefined where all is right. */
export function checkNeck(state: NeckState): Finding | undefined {
  return notesFinding(state) ?? litFinding(state) ?? darkFinding(state)
}

function notesFinding({ notes, voices }: NeckState): Finding | undefined {
  const expected = voices.notes
  if (expected.join() === notes.join()) return undefined
  return { rule: 'notes', sentence: `The notes ${listed(expected)} have to sound, not ${listed(notes)}.` }
}

/** What is lit has to be in sight, have the pitch of its place, and belong to a note. */
function litFinding(state: NeckState): Finding | undefined {
  const { view, lit, voices } = state
  for (const [key, { pitch, velocity, held, bend }] of lit) {
    const [string = 0, fret = 0] = key.split('/').map(Number)
    const place = `String ${string}, fret ${fret}`
    if (fret < view.fretMin || fret > view.fretMax) {
      return { rule: 'out-of-range', sentence: `${place} is lit, but not in sight.` }
    }
    const sounds = pitchAt(view, string, fret)
    if (sounds !== pitch) {
      return { rule: 'wrong-pitch', sentence: `${place} sounds ${sounds ?? 'nothing'}, but shows ${pitch}.` }
    }
    const its = voices.voices.filter(voice => voice.pitch === pitch && canBeOn(view, voice, string))
    const newest = its.at(-1)
    if (!newest) {
      return { rule: 'lit-without-note', sentence: `${place} is lit, but ${pitch} does not sound there.` }
    }
    // Where notes of unknown string are placed, which of them is here is the hand's business.
    if (view.onePlace && its.length > 1) continue
    if (Math.abs(newest.velocity / 127 - velocity) > CLOSE) {
      const sentence = `${place} has to show the velocity ${newest.velocity} of 127, not ${Math.round(velocity * 127)}.`
      return { rule: 'velocity', sentence }
    }
    const down = its.some(voice => voice.down)
    if (down !== held) {
      return { rule: 'held', sentence: `${place} has to be shown as ${down ? 'held' : 'ringing'}.` }
    }
    const range = state.bendRanges[newest.port]
    // It was changed meanwhile, and when is not known.
    if (range === 0) continue
    const bent = voices.bendOf(newest.port, newest.channel, range)
    if (Math.abs(bent - bend) > CLOSE) {
      return { rule: 'bend', sentence: `${place} is bent by ${bent} semitones, but shows ${bend}.` }
    }
  }
  return undefined
}

/** Every note that has a place in sight is seen: of unknown string at all of its places, or at one. */
function darkFinding({ view, lit, voices }: NeckState): Finding | undefined {
  for (const voice of voices.voices) {
    const places = placesOf(view, voice)
    const dark = places.filter(place => !lit.has(place))
    const isSeen = view.onePlace && !hasString(view, voice) ? dark.length < places.length : dark.length === 0
    if (places.length > 0 && !isSeen) {
      return {
        rule: 'dark-note',
        sentence: `The note ${voice.pitch} sounds, but ${dark[0]} is dark (string/fret).`,
      }
    }
  }
  return undefined
}

/** In sight, as `string/fret`. */
export function placesOf(view: ShownView, voice: ReferenceVoice): string[] {
  return view.strings.flatMap((_, index) => {
    const string = index + 1
    if (!canBeOn(view, voice, string)) return []
    const fret = fretOn(view, voice.pitch, string)
    return fret !== undefined && fret >= view.fretMin && fret <= view.fretMax ? [`${string}/${fret}`] : []
  })
}

/** A string that the source names counts only where it has the note in this tuning. */
function hasString(view: ShownView, { string, pitch }: ReferenceVoice): boolean {
  return string !== undefined && fretOn(view, pitch, string) !== undefined
}

function canBeOn(view: ShownView, voice: ReferenceVoice, string: number): boolean {
  return !hasString(view, voice) || voice.string === string
}

/** The lowest fret of a string, from the capo, that sounds a note. */
function fretOn(view: ShownView, pitch: number, string: number): number | undefined {
  for (let fret = 0; fret <= LAST_FRET - view.capo; fret += 1) {
    if (pitchAt(view, string, fret) === pitch) return fret
  }
  return undefined
}

/** Open string + capo + fret; a short string begins at a fret of its own, and is open below it. */
function pitchAt({ strings, begins, capo }: ShownView, string: number, fret: number): number | undefined {
  const open = strings[string - 1]
  if (open === undefined) return undefined
  const begin = begins?.[string - 1] ?? 0
  if (fret > 0 && capo + fret <= begin) return undefined
  return open + Math.max(0, capo + fret - begin)
}

function listed(notes: readonly number[]): string {
  return notes.length === 0 ? '(none)' : notes.join(', ')
}
