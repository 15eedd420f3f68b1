import type { StripKind, SynthVoice } from './synth.js'

/** Maximum number of voices, enough for six strings to ring into the next chords. */
export const VOICE_LIMIT = 32

/** Maximum delay between a note played directly and its copy from the output, which is 10 ms late. */
const SAME_NOTE_MS = 30
/** Messages within this time, such as one sent on all sixteen channels, count as simultaneous. */
const SAME_MOMENT_MS = 0.5
/** Number of channels below the drum channel (10). */
const CHANNELS_BEFORE_DRUMS = 9

/** `in`: played on an input. `out`: sent to an output. */
export type Way = 'in' | 'out'

export interface VoiceRequest {
  readonly way: Way
  readonly kind: StripKind
  readonly note: number
  readonly atMs: number
  /** Key made of velocity, volume, pan and bend. Song parts share a voice only if they sound identical. */
  readonly sounds: string
  readonly begin: (onEnd: () => unknown) => SynthVoice
}

interface Pooled {
  readonly kind: StripKind
  readonly note: number
  readonly startedAt: number
  readonly sounds: string
  readonly ways: Set<Way>
  readonly voice: SynthVoice
  holds: number
  endsAt: number
  /** Order in which the voice was released; `undefined` while held. */
  released: number | undefined
}

export class VoicePool {
  private readonly voices = new Set<Pooled>()
  private releases = 0

  constructor(private readonly limit = VOICE_LIMIT) {}

  get sounding(): number {
    return this.voices.size
  }

  /** Starts a voice. It ends when all its holds are released or one of them cuts it off. */
  start(request: VoiceRequest): SynthVoice {
    const { way, kind, note, atMs, sounds, begin } = request
    const known = this.same(request)
    if (known) {
      known.ways.add(way)
      return this.hold(known)
    }
    this.makeRoom(atMs)
    const voice = begin(() => this.voices.delete(pooled))
    const pooled: Pooled = {
      ...{ kind, note, sounds, voice, startedAt: atMs, endsAt: atMs },
      ways: new Set([way]),
      holds: 0,
      released: undefined,
    }
    this.voices.add(pooled)
    return this.hold(pooled)
  }

  cutAll(atMs: number): void {
    for (const pooled of [...this.voices]) this.cut(pooled, atMs)
  }

  private cut(pooled: Pooled, atMs: number): void {
    if (this.voices.delete(pooled)) pooled.voice.cut(atMs)
  }

  private makeRoom(atMs: number): void {
    if (this.voices.size < this.limit) return
    let spare: Pooled | undefined
    for (const pooled of this.voices) {
      spare ??= pooled
      if ((pooled.released ?? Number.POSITIVE_INFINITY) < (spare.released ?? Number.POSITIVE_INFINITY)) {
        spare = pooled
      }
    }
    if (spare) this.cut(spare, atMs)
  }

  private hold(pooled: Pooled): SynthVoice {
    let holding = true
    pooled.holds += 1
    return {
      release: atMs => {
        if (!holding) return
        holding = false
        pooled.holds -= 1
        pooled.endsAt = Math.max(pooled.endsAt, atMs)
        if (pooled.holds > 0 || !this.voices.has(pooled)) return
        this.releases += 1
        pooled.released = this.releases
        pooled.voice.release(pooled.endsAt)
      },
      cut: atMs => {
        holding = false
        this.cut(pooled, atMs)
      },
    }
  }

  private same({ way, kind, note, atMs, sounds }: VoiceRequest): Pooled | undefined {
    for (const pooled of this.voices) {
      if (pooled.note !== note || pooled.released !== undefined) continue
      // The same note may be both bass and bass drum. A message on all channels isn't meant as a drum.
      if (pooled.kind !== kind && pooled.holds < CHANNELS_BEFORE_DRUMS) continue
      const apart = Math.abs(pooled.startedAt - atMs)
      if (!pooled.ways.has(way)) {
        if (apart <= SAME_NOTE_MS) return pooled
      } else if (way === 'out' && apart <= SAME_MOMENT_MS && pooled.sounds === sounds) return pooled
    }
    return undefined
  }
}
