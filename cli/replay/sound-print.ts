/** Fingerprints of sound, stored as lines of a golden log: levels by frequency and pitch after each onset. */
import * as z from 'zod/mini'
import { storedJson } from '../../src/core/platform/json.js'
import { pitchOf } from '../../src/music/audio/pitch-finder.js'
import { PowerSpectrum } from '../../src/music/audio/power-spectrum.js'
import { PITCH_CLASS_NAMES, pitchClass } from '../../src/music/guitar/note-name.js'
import { LogFileError, SOUND_LINE } from '../../src/music/midi/log-file.js'
import { timeOfDay } from '../../src/music/midi/midi-event.js'
import { isNoteOn } from '../../src/music/midi/midi-message.js'
import type { GoldenDifference, GoldenOptions, GoldenStretch } from '../../src/plugins/diagnostics/tokens.js'
import type { SongPerformance } from '../../src/plugins/player/tokens.js'
import { renderPerformance } from '../platform/song-sound.js'
import { withLater } from './tab-difference.js'

/** Sample rate, Hz: half the rate of audio files, to halve the time. */
const SAMPLE_RATE = 22_050
/** Volume, low enough for the limiter not to change the sound. */
const LEVEL = 0.1
/** Window length, samples (186 ms). The first samples weigh most. */
const WINDOW = 4096
const RISE = 64
const WEIGHTS = Float64Array.from(
  { length: WINDOW },
  (_, index) => Math.min(1, index / RISE) * (0.5 + 0.5 * Math.cos((Math.PI * index) / WINDOW)),
)
/** Energy of a tone 70 dB below full scale. */
const SILENCE = 1e-7 * ((LEVEL * WEIGHTS.reduce((sum, weight) => sum + weight)) / 2) ** 2
/** Maximum time between the notes of a chord. */
const TOGETHER_MS = 20
/** Minimum time since the last onset at which bends, controllers and note-offs count as an onset. */
const LATER_MS = 250
/** Octave bands, Hz. */
const BANDS = [31.25, 62.5, 125, 250, 500, 1000, 2000, 4000].map(hz => [hz, 2 * hz] as const)
/** Range in which the analysis distinguishes semitones, Hz. */
const PITCHED = [200, 2000] as const
/**
 * Largest allowed difference, dB. Rendering twice gives the same levels, and moving all messages by one sample
 * changes no level by more than this. A larger change is audible.
 */
const TOLERANCE = 3
/** Levels this far below the loudest one are masked, dB. */
const MASKED = 40

const levels = (count: number) => z.array(z.int()).check(z.length(count))
const schema = z.object({
  /** Time, ms. */
  sound: z.int(),
  /** Levels in dB; 0 is silence. */
  left: levels(BANDS.length),
  right: levels(BANDS.length),
  pitch: levels(PITCH_CLASS_NAMES.length),
})
type SoundPrint = z.infer<typeof schema>

export const hasSound = (log: string) => log.includes(SOUND_LINE)

/** Renders a performance. @returns lines for a golden log */
export async function soundLines(
  { messages, endMs }: Omit<SongPerformance, 'startMs'>,
  signal: AbortSignal,
): Promise<string> {
  const onsets = onsetsOf(messages)
  const frameOf = (ms = Number.POSITIVE_INFINITY) => Math.round((ms * SAMPLE_RATE) / 1000)
  const prints: SoundPrint[] = []
  /** Samples since the next onset. */
  let sound: readonly number[][] = [[], []]
  let begins = 0
  const write = (...channels: readonly Float32Array[]) => {
    for (const [index, channel] of channels.entries())
      for (const sample of channel) sound[index]?.push(sample)
    const ends = begins + (sound[0]?.length ?? 0)
    for (let at = onsets[prints.length]; at !== undefined && frameOf(at) + WINDOW <= ends; ) {
      const from = frameOf(at) - begins
      prints.push(printOf(at, sound, from))
      at = onsets[prints.length]
    }
    const next = Math.min(ends, frameOf(onsets[prints.length]))
    sound = sound.map(channel => channel.slice(next - begins))
    begins = next
  }
  const how = { write, level: LEVEL, sampleRate: SAMPLE_RATE, signal, onProgress: () => undefined }
  await renderPerformance({ messages, startMs: 0, endMs }, how)
  write(new Float32Array(WINDOW), new Float32Array(WINDOW))
  return prints.map(print => `${JSON.stringify(print)}\n`).join('')
}

function onsetsOf(messages: SongPerformance['messages']): number[] {
  const onsets: number[] = []
  for (const { bytes, atMs } of messages) {
    const since = atMs - (onsets.at(-1) ?? Number.NEGATIVE_INFINITY)
    if (since > (isNoteOn(bytes) ? TOGETHER_MS : LATER_MS)) onsets.push(atMs)
  }
  return onsets
}

const spectrum = new PowerSpectrum(WINDOW, () => WEIGHTS)

function powerOf(samples: readonly number[] = [], from = 0): Float64Array {
  const power = new Float64Array(WINDOW / 2)
  spectrum.measure(samples, from, WINDOW, power)
  return power
}

/** @param from index of the first sample */
function printOf(atMs: number, [own, other]: readonly (readonly number[])[], from: number): SoundPrint {
  const [left, right] = [powerOf(own, from), powerOf(other, from)]
  const level = (power: Float64Array, isPart: (hz: number) => boolean) => {
    const energy = power.reduce(
      (sum, each, bin) => sum + (isPart((bin * SAMPLE_RATE) / WINDOW) ? each : 0),
      0,
    )
    return Math.max(0, Math.round(10 * Math.log10(energy / SILENCE)))
  }
  const inBands = (power: Float64Array) =>
    BANDS.map(([from, to]) => level(power, hz => hz >= from && hz < to))
  const both = left.map((energy, bin) => energy + (right[bin] ?? 0))
  const isPitch = (hz: number, pitch: number) =>
    hz > PITCHED[0] && hz < PITCHED[1] && pitchClass(Math.round(pitchOf(hz))) === pitch
  return {
    ...{ sound: Math.round(atMs), left: inBands(left), right: inBands(right) },
    pitch: PITCH_CLASS_NAMES.map((_, pitch) => level(both, hz => isPitch(hz, pitch))),
  }
}

/** @throws LogFileError */
export function soundDifference(
  golden: string,
  sound: string,
  { toleranceMs = 0, ignore = [] }: GoldenOptions = {},
  barAt?: (ms: number) => number,
): GoldenDifference | undefined {
  const within = ignore.includes('time') ? Number.MAX_VALUE : Math.max(TOGETHER_MS, toleranceMs)
  const [wanted, heard] = [printsIn(golden), printsIn(sound)]
  const begins = golden.trimEnd().split('\n').length - wanted.length
  const found: GoldenStretch[] = []
  for (let i = 0, j = 0; i < wanted.length || j < heard.length; ) {
    const [expected, actual] = [wanted[i], heard[j]]
    const late = (actual?.sound ?? Number.POSITIVE_INFINITY) - (expected?.sound ?? Number.POSITIVE_INFINITY)
    const [isLost, isAdded] = [late > within, late < -within]
    const ms = (isLost ? expected : actual)?.sound ?? 0
    const what = isLost
      ? 'a sound is missing'
      : isAdded
        ? 'there is a sound that was not expected'
        : changeBetween(expected, actual)
    const bar = barAt ? ` (bar ${barAt(ms)})` : ''
    const sentence = `At ${(ms / 1000).toFixed(2)} s${bar}, ${what}.`
    if (what) found.push({ number: begins + i + 1, time: timeOfDay(ms), lines: [sentence] })
    if (!isAdded) i += 1
    if (!isLost) j += 1
  }
  return withLater(found, ['sound'])
}

function printsIn(log: string): readonly SoundPrint[] {
  return log
    .trimEnd()
    .split('\n')
    .flatMap((line, index) => {
      const print = line.startsWith(SOUND_LINE) ? storedJson(schema, line) : undefined
      if (!print && line.startsWith(SOUND_LINE))
        throw new LogFileError('log_broken_line', '', { line: index + 1 })
      return print ?? []
    })
}

function changeBetween(expected?: SoundPrint, actual?: SoundPrint): string | undefined {
  if (!expected || !actual) return undefined
  const loudest = Math.max(...[expected, actual].flatMap(({ left, right }) => [...left, ...right]))
  const audible = (level = 0) => Math.max(level, loudest - MASKED)
  const risen = (part: 'left' | 'right' | 'pitch', index: number) =>
    audible(actual[part][index]) - audible(expected[part][index])
  const bands = BANDS.map((band, index) => {
    const [left, right] = [risen('left', index), risen('right', index)]
    const side =
      Math.abs(left - right) <= TOLERANCE
        ? ''
        : Math.abs(left) > Math.abs(right)
          ? ' on the left'
          : ' on the right'
    return {
      what: `${band.map(Math.round).join('–')} Hz${side}`,
      by: Math.abs(left) > Math.abs(right) ? left : right,
    }
  })
  const pitches = PITCH_CLASS_NAMES.map((what, index) => ({ what, by: risen('pitch', index) }))
  const changes = [...bands, ...pitches]
    .filter(({ by }) => Math.abs(by) > TOLERANCE)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
  const opposite = changes.find(({ by }) => by * (changes[0]?.by ?? 0) < 0)
  const words = [changes[0], opposite].flatMap((change, index) =>
    change
      ? [
          `${change.what}${index === 0 ? ' is' : ''} ${Math.abs(change.by)} dB ${change.by > 0 ? 'louder' : 'quieter'}`,
        ]
      : [],
  )
  return words.length === 0 ? undefined : `${words.join(' and ')} than expected (tolerance ${TOLERANCE} dB)`
}
