/**
 * Computes sounding notes from raw bytes according to MIDI 1.0 and RP-015.
 * Shares no code with the faster neck model, so any difference reveals a mistake in one of them.
 */

interface ReferenceVoice {
  readonly port: string
  /** MIDI channel, 0–15. */
  readonly channel: number
  /** MIDI pitch, 0–127. */
  readonly pitch: number
  readonly string: number | undefined
  down: boolean
  caught: boolean
}

interface Range {
  readonly strings: readonly number[]
  readonly fretMin: number
  readonly fretMax: number
}

interface ReferenceChannel {
  sustain: boolean
  sostenuto: boolean
}

export class ReferenceVoices {
  private list: ReferenceVoice[] = []
  private readonly channels = new Map<string, ReferenceChannel>()

  /** Sounding voices, oldest first. */
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
        else this.on({ port, channel, pitch: first, string, down: true, caught: false })
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

/** Last fret of the longest neck, counted from the nut. */
const LAST_FRET = 24

/** Returns the visible positions of a voice on a neck without a capo, as `string/fret`. */
export function placesOf({ strings, fretMin, fretMax }: Range, { pitch, string }: ReferenceVoice): string[] {
  const frets = strings.map(open => pitch - open)
  const isOnNeck = (fret = -1) => fret >= 0 && fret <= LAST_FRET
  // The input’s string is used only if it can play the note in this tuning.
  const isAlone = string !== undefined && isOnNeck(frets[string - 1])
  return frets.flatMap((fret, index) => {
    const isSeen = isOnNeck(fret) && fret >= fretMin && fret <= fretMax
    return isSeen && (!isAlone || string === index + 1) ? [`${index + 1}/${fret}`] : []
  })
}
