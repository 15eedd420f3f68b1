import { ExcerptSpectrum, type Projection } from './excerpt-spectrum.js'
import type { HeardPitch, PitchFinder } from './pitch-finder.js'
import {
  copied,
  estimate,
  rangBefore,
  type StringModel,
  signalToNoise,
  stringModel,
  tuned,
  typicalPowers,
} from './string-model.js'

/** Minimum rise of the likelihood’s logarithm for another note. */
const LEAST_GAIN = 2
/** Minimum interval between notes, semitones. */
const CLOSEST = 3
/** Intervals at which all partials belong to the lower note as well, semitones. */
const OCTAVES = [12, 19, 24, 28, 31, 36]
/** Penalty for each note after the first. */
const SIMPLER = 12
/** Minimum level of a note relative to the loudest, dB. */
const WEAKEST_DB = -10
/** Minimum fraction of prominent low partials. */
const COMPLETE = 0.7
/** Number of notes to compare by likelihood. */
const LIKELY = 8
const MOST_NOTES = 6
const ROUNDS = 4
/** Sharpness of a plucked string, cents. */
const SHARP = 6
/** Larger changes of the likelihood are numeric errors. */
const IMPOSSIBLE = 1000
/** Gain of a note that is certain. */
const CERTAIN = 25

interface Found {
  readonly models: StringModel[]
  readonly gain: number
}

/** Finds notes plucked together: adds the note that best explains the rest of the sound until none does. */
export class NoteFinder {
  private readonly spectrum: ExcerptSpectrum
  private readonly projected: Projection = { re: 0, im: 0, driftRe: 0, driftIm: 0, noise: 1 }

  constructor(
    sampleRate: number,
    private readonly pitches: PitchFinder,
    private readonly lowest: number,
    private readonly highest: number,
  ) {
    this.spectrum = new ExcerptSpectrum(sampleRate)
  }

  /** @param onset index of the first sample; earlier sound is ignored @returns lowest note first */
  find(samples: Float32Array, onset: number, from: number, to: number): HeardPitch[] {
    const { spectrum } = this
    const single = this.pitches.find(samples, from, to)
    if (!single) return []
    spectrum.measure(samples, onset, from, to)
    const complete = new Map<number, number>()
    for (let pitch = this.lowest; pitch <= this.highest; pitch += 1) {
      const rated = this.pitches.completenessOf(pitch)
      if (rated > COMPLETE) complete.set(pitch, rated)
    }
    const levels = [...complete.keys()].map(pitch => this.levelAt(stringModel(pitch, SHARP)))
    const least = Math.max(0, ...levels) * 10 ** (WEAKEST_DB / 10)
    const gains = new Map<number, number>()
    let models: StringModel[] = []
    let likelihood = 0
    while (models.length < MOST_NOTES) {
      const found = this.next(models, likelihood, complete, least)
      const added = found?.models.at(-1)
      if (!found || !added) break
      models = found.models
      likelihood += found.gain
      gains.set(added.pitch, found.gain)
    }
    const notes = models.map(({ pitch }) => pitch)
    const pitch = Math.round(single.pitch)
    if (!notes.includes(pitch) && notes.length > 0) {
      const alone = estimate(spectrum, [tuned(spectrum, pitch, [])], ROUNDS)
      if (alone > likelihood - SIMPLER * (notes.length - 1)) return [single]
    }
    return notes
      .filter(each => !notes.some(other => isOctave(each, other)))
      .sort((a, b) => a - b)
      .map(each => ({ pitch: each, confidence: Math.min(1, (gains.get(each) ?? 0) / CERTAIN) }))
  }

  private next(
    models: readonly StringModel[],
    likelihood: number,
    complete: ReadonlyMap<number, number>,
    least: number,
  ): Found | undefined {
    const { spectrum } = this
    const rest = models
      .flatMap(({ hz, re, im }) => hz.map((each, at) => ({ hz: each, re: re[at] ?? 0, im: im[at] ?? 0 })))
      .sort((a, b) => a.hz - b.hz)
    const likely = [...complete]
      .filter(([pitch]) =>
        models.every(model => isApart(pitch, model.pitch) && !isOctave(pitch, model.pitch)),
      )
      .map(([pitch, rated]) => ({ pitch, rated: rated ** 2 * this.unexplained(pitch, rest) }))
      .sort((a, b) => b.rated - a.rated)
      .slice(0, models.length > 0 ? LIKELY : 1)
    const typical = models.length > 0 ? typicalPowers(models) : undefined
    let best: Found | undefined
    for (const { pitch } of likely) {
      const all = [...models.map(copied), tuned(spectrum, pitch, models)]
      const gain = estimate(spectrum, all, ROUNDS, typical) - likelihood
      if (!(gain > LEAST_GAIN && gain < IMPOSSIBLE)) continue
      if (all.some(model => levelOf(model) < least || rangBefore(spectrum, model))) continue
      if (gain > (best?.gain ?? 0)) best = { models: all, gain }
    }
    return best
  }

  /** @returns square root of the energy at a note’s partials that is left by others */
  private unexplained(pitch: number, rest: Parameters<typeof signalToNoise>[2]): number {
    const { hz } = stringModel(pitch, SHARP)
    const ratios = hz.map(each => signalToNoise(this.spectrum, each, rest))
    const energy = hz.reduce((sum, each, at) => {
      this.spectrum.project(each, this.projected)
      return sum + ((ratios[at] ?? 0) * this.projected.noise) / Math.sqrt(at + 1)
    }, 0)
    const low = ratios.slice(0, MOST_NOTES)
    return (Math.sqrt(energy) * low.filter(ratio => ratio > 1).length) / low.length
  }

  private levelAt({ hz }: StringModel): number {
    return hz.reduce((sum, each) => {
      this.spectrum.project(each, this.projected)
      return sum + this.projected.re ** 2 + this.projected.im ** 2
    }, 0)
  }
}

const isApart = (pitch: number, other: number) => Math.abs(pitch - other) >= CLOSEST

const isOctave = (pitch: number, other: number) => OCTAVES.includes(pitch - other)

const levelOf = ({ re, im }: StringModel) =>
  re.reduce((sum, each, at) => sum + each ** 2 + (im[at] ?? 0) ** 2, 0)
