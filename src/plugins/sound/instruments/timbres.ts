import { GUITAR_STRING, type PluckedString } from './plucked-string.js'
import PROGRAMS from './programs.json' with { type: 'json' }
import { pianoPartials, type StruckPartial } from './struck-tone.js'

interface Common {
  /** Level at full velocity, 0–1; sustained instruments are softer. */
  readonly level: number
  /** Fade-out time in seconds. */
  readonly release: number
}

export interface Ringing extends Common {
  readonly kind: 'pluck' | 'struck'
  readonly string?: PluckedString
  readonly partials?: readonly StruckPartial[]
  readonly drive?: number
}

export interface Sustained extends Common {
  readonly kind: 'tone'
  /** Standard waveform, or harmonic levels. */
  readonly wave: 'triangle' | 'sawtooth' | 'square' | readonly number[]
  /** Detuning between two oscillators, in cents. */
  readonly detune?: number
  /** Attack and decay are in seconds; `sustain` is a level, 0–1. */
  readonly attack: number
  readonly decay: number
  readonly sustain: number
  /** Low-pass cutoff as a multiple of the pitch, moving from `from` to `to` within `sweep` seconds. */
  readonly filter?: { readonly from: number; readonly to: number; readonly sweep: number }
}

export type Timbre = Ringing | Sustained

const DAMPED = 0.15

const pluck = (
  pick: number,
  brightness: number,
  ring: number,
  more: Omit<Partial<Ringing>, 'kind'> = {},
): Ringing => ({
  ...{ kind: 'pluck', level: 1, release: DAMPED },
  string: { pick, corner: GUITAR_STRING.corner * brightness, ring },
  ...more,
})
const struck = (
  ratios: readonly number[],
  levels: readonly number[],
  decays: readonly number[],
  release: number,
  level = 0.8,
): Ringing => ({
  ...{ kind: 'struck', release, level },
  partials: ratios.map((ratio, index) => [ratio, levels[index] ?? 0, decays[index] ?? 0]),
})
const piano = (roll: number): Ringing => ({
  ...{ kind: 'struck', partials: pianoPartials(roll), release: 0.25, level: 0.9 },
})
const tone = (
  wave: Sustained['wave'],
  [attack, decay, sustain, release]: readonly [number, number, number, number],
  level: number,
  more: Pick<Sustained, 'detune' | 'filter'> = {},
): Sustained => ({ kind: 'tone', wave, attack, decay, sustain, release, level, ...more })
const filter = (from: number, to = from, sweep = 0) => ({ filter: { from, to, sweep } })

export const TIMBRES = {
  /** Triangle wave with attack 0.005, decay 0.1, sustain 0.3, release 1 (specification, section 9). */
  synthesizer: tone('triangle', [0.005, 0.1, 0.3, 1], 1),
  'plucked string': { kind: 'pluck', string: GUITAR_STRING, level: 1, release: DAMPED },

  piano: piano(1.15),
  'bright piano': piano(0.85),
  // Tine of a Rhodes piano: a nearly pure tone with a bell-like attack.
  'electric piano': struck([1, 2, 3, 7.1], [1, 0.12, 0.05, 0.22], [5, 2, 1.5, 0.35], 0.2),
  harpsichord: pluck(0.07, 2, 0.7, { release: 0.08, level: 0.8 }),
  clavinet: pluck(0.1, 1.2, 0.25, { release: 0.04 }),

  // Partials of a free steel bar (Fletcher and Rossing): 1, 2.76, 5.40.
  bell: struck([1, 2.76, 5.4, 8.93], [1, 0.4, 0.25, 0.1], [4, 1.5, 0.6, 0.25], 0.8),
  // Tuned bars are undercut, which moves the second partial to 4, or to 3 on a xylophone.
  vibraphone: struck([1, 4, 10], [1, 0.3, 0.08], [6, 1.2, 0.3], 0.5),
  marimba: struck([1, 3.93, 9.5], [1, 0.25, 0.1], [0.9, 0.25, 0.08], 0.3, 0.9),
  xylophone: struck([1, 3, 6], [1, 0.5, 0.25], [0.45, 0.2, 0.1], 0.2),
  'tubular bells': struck(
    [0.5, 1, 1.5, 2, 2.66, 3.33],
    [0.35, 1, 0.5, 0.6, 0.3, 0.2],
    [5, 6, 3, 2.5, 1.5, 1],
    1.2,
  ),
  kalimba: struck([1, 5.4, 6.2], [1, 0.25, 0.12], [1.4, 0.3, 0.2], 0.3),
  'steel drum': struck([1, 2, 3, 4.1], [1, 0.7, 0.35, 0.15], [1.2, 0.9, 0.6, 0.3], 0.3),
  // Modes of a kettledrum (Rossing 1982), the principal mode first.
  timpani: struck([1, 1.5, 1.98, 2.44], [1, 0.7, 0.5, 0.35], [2.2, 1.6, 1.2, 0.9], 0.6, 1),
  'wood block': struck([1, 2.3], [1, 0.5], [0.12, 0.06], 0.1),

  'drawbar organ': tone([1, 0.8, 0.6, 0.35, 0, 0.25, 0, 0.3], [0.008, 0, 1, 0.06], 0.3),
  'rock organ': tone([1, 0.9, 0.8, 0.6, 0.2, 0.4, 0.1, 0.5, 0, 0.3], [0.006, 0.05, 0.85, 0.06], 0.35),
  'church organ': tone([1, 0.7, 0.4, 0.5, 0.1, 0.3, 0.05, 0.4, 0, 0, 0, 0.2], [0.06, 0, 1, 0.35], 0.3, {
    detune: 3,
  }),
  accordion: tone('sawtooth', [0.05, 0, 1, 0.1], 0.2, { detune: 14, ...filter(9) }),
  harmonica: tone([1, 0.7, 0.8, 0.4, 0.35, 0.2, 0.15], [0.04, 0, 1, 0.08], 0.3),

  'nylon guitar': pluck(0.24, 0.3, 0.55),
  'steel guitar': pluck(0.18, 0.8, 0.85),
  'jazz guitar': pluck(0.3, 0.2, 0.8),
  'muted guitar': pluck(0.14, 0.4, 0.06, { release: 0.06 }),
  'overdriven guitar': pluck(0.16, 0.6, 1.4, { drive: 5 }),
  'distorted guitar': pluck(0.14, 0.9, 2, { drive: 24 }),
  harmonics: struck([1, 2, 3], [1, 0.25, 0.1], [3, 1.5, 1], DAMPED),

  'double bass': pluck(0.35, 0.08, 0.3),
  'finger bass': pluck(0.28, 0.14, 0.7),
  'picked bass': pluck(0.14, 0.35, 0.75),
  'slap bass': pluck(0.06, 1.3, 0.6),
  'synth bass': tone('sawtooth', [0.004, 0.25, 0.6, 0.08], 0.5, filter(9, 2.5, 0.18)),

  violin: tone('sawtooth', [0.07, 0.1, 0.85, 0.18], 0.3, filter(5, 7, 0.15)),
  strings: tone('sawtooth', [0.16, 0.2, 0.85, 0.45], 0.24, { detune: 12, ...filter(5) }),
  pizzicato: pluck(0.3, 0.2, 0.08, { release: 0.3 }),
  harp: pluck(0.4, 0.35, 0.7, { release: 0.9 }),
  choir: tone([1, 0.5, 0.35, 0.12, 0.06], [0.14, 0.1, 0.9, 0.35], 0.3, { detune: 10 }),
  hit: tone('sawtooth', [0.004, 0.35, 0.05, 0.3], 0.5, { detune: 16, ...filter(10, 4, 0.3) }),

  brass: tone('sawtooth', [0.035, 0.1, 0.8, 0.12], 0.34, filter(1.5, 6, 0.07)),
  horn: tone('sawtooth', [0.06, 0.1, 0.85, 0.16], 0.4, filter(1.2, 2.8, 0.1)),
  sax: tone([1, 0.8, 0.6, 0.5, 0.35, 0.25, 0.15, 0.1], [0.03, 0.1, 0.85, 0.1], 0.34, filter(3, 7, 0.05)),
  oboe: tone([0.5, 0.9, 1, 0.7, 0.45, 0.35, 0.2], [0.03, 0.05, 0.9, 0.08], 0.26),
  // A tube closed at one end has mainly odd harmonics.
  clarinet: tone([1, 0.04, 0.6, 0.05, 0.35, 0.05, 0.2, 0.04, 0.1], [0.04, 0.05, 0.9, 0.08], 0.34),
  flute: tone([1, 0.22, 0.05], [0.06, 0.1, 0.9, 0.1], 0.4),

  'square lead': tone('square', [0.006, 0.1, 0.8, 0.1], 0.22, filter(8)),
  'saw lead': tone('sawtooth', [0.006, 0.1, 0.8, 0.1], 0.26, { detune: 8, ...filter(10, 7, 0.2) }),
  pad: tone('sawtooth', [0.45, 0.3, 0.8, 1.1], 0.22, { detune: 14, ...filter(1.5, 3.5, 1.2) }),
  'glass pad': tone([1, 0, 0.35, 0, 0, 0.2, 0, 0, 0.1], [0.02, 0.9, 0.4, 1.2], 0.34, { detune: 9 }),

  sitar: pluck(0.05, 1.5, 0.9),
  banjo: pluck(0.08, 1.2, 0.2),
  koto: pluck(0.1, 0.8, 0.5, { release: 0.4 }),
} as const satisfies Readonly<Record<string, Timbre>>

export type TimbreName = keyof typeof TIMBRES

const BY_TIMBRE: Readonly<Partial<Record<TimbreName, readonly number[]>>> = PROGRAMS

const BY_PROGRAM: readonly TimbreName[] = (Object.keys(BY_TIMBRE) as TimbreName[])
  .flatMap(name => (BY_TIMBRE[name] ?? []).map(program => ({ program, name })))
  .toSorted((a, b) => a.program - b.program)
  .map(({ name }) => name)

/** @param program zero-based General MIDI program, 0–127 (General MIDI 1, table 2) */
export function timbreOf(program: number): Timbre {
  return TIMBRES[BY_PROGRAM[program] ?? 'plucked string']
}
