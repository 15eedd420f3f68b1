/**
 * Which notes sound, worked out from the bytes alone and as plainly as can be, by the rules of MIDI 1.0 and RP-015. The
 * neck's own code is faster and keeps less; where the two disagree, one of them is wrong. It shares nothing with it.
 */
import type { ShownView } from '../../../../src/plugins/problem-report/file/report.js'

export interface ReferenceVoice {
  readonly port: string
  /** 0–15 */
  readonly channel: number
  /** 0–127 */
  readonly pitch: number
  readonly string: number | undefined
  /** 0–127 */
  readonly velocity: number
  down: boolean
  caught: boolean
}

interface ReferenceChannel {
  sustain: boolean
  sostenuto: boolean
}

export class ReferenceVoices {
  private list: ReferenceVoice[] = []
  private readonly channels = new Map<string, ReferenceChannel>()

  /** Oldest first. */
  get voices(): readonly ReferenceVoice[] {
    return this.list
  }

  take(port: string, bytes: readonly number[], string?: number): void {
    const [status = 0, first = 0, second = 0] = bytes
    const channel = status & 15
    switch (status & 0xf0) {
      case 0x80:
        this.off(port, channel, first, string)
        break
      case 0x90:
        if (second === 0) this.off(port, channel, first, string)
        else this.on({ port, channel, pitch: first, string, velocity: second, down: true, caught: false })
        break
      case 0xb0:
        this.control(port, channel, first, second)
        break
    }
  }

  private on(voice: ReferenceVoice): void {
    this.list = this.list.filter(
      each =>
        each.pitch !== voice.pitch || each.string !== voice.string || !isOn(each, voice.port, voice.channel),
    )
    this.list.push(voice)
  }

  private off(port: string, channel: number, pitch: number, string: number | undefined): void {
    for (const voice of this.list) {
      if (!isOn(voice, port, channel) || voice.pitch !== pitch) continue
      if (string === undefined || voice.string === string) voice.down = false
    }
    this.endReleased()
  }

  private control(port: string, number: number, controller: number, value: number): void {
    const channel = this.channel(port, number)
    const its = this.list.filter(voice => isOn(voice, port, number))
    const pressed = value >= 64
    if (controller === 64) channel.sustain = pressed
    if (controller === 66) {
      if (pressed && !channel.sostenuto) for (const voice of its) voice.caught = voice.down
      channel.sostenuto = pressed
    }
    if (controller === 120) this.list = this.list.filter(voice => !its.includes(voice))
    if (controller === 121) Object.assign(channel, { sustain: false, sostenuto: false })
    if (controller >= 123) for (const voice of its) voice.down = false
    this.endReleased()
  }

  private endReleased(): void {
    this.list = this.list.filter(({ port, channel, down, caught }) => {
      const { sustain, sostenuto } = this.channel(port, channel)
      return down || sustain || (caught && sostenuto)
    })
  }

  private channel(port: string, number: number): ReferenceChannel {
    const key = `${port} ${number}`
    const known = this.channels.get(key) ?? { sustain: false, sostenuto: false }
    this.channels.set(key, known)
    return known
  }
}

function isOn(voice: ReferenceVoice, port: string, channel: number): boolean {
  return voice.port === port && voice.channel === channel
}

/** Frets of the longest neck, from the nut. */
const LAST_FRET = 24

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
