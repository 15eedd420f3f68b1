/**
 * Which notes sound, worked out from the bytes alone and as plainly as can be, by the rules of MIDI 1.0 and RP-015. The
 * neck's own code is faster and keeps less; where the two disagree, one of them is wrong. It shares nothing with it.
 */

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
  /** 0–16383 */
  bend: number
  /** The registered parameter that data entry sets; two halves, each −1 until sent. */
  parameter: [coarse: number, fine: number]
  /** Semitones, and cents. */
  range: [semitones: number, cents: number]
}

const CENTER = 8192
const newChannel = (): ReferenceChannel => ({
  ...{ sustain: false, sostenuto: false, bend: CENTER },
  parameter: [-1, -1],
  range: [2, 0],
})

export class ReferenceVoices {
  private list: ReferenceVoice[] = []
  private readonly channels = new Map<string, ReferenceChannel>()

  /** Oldest first. */
  get voices(): readonly ReferenceVoice[] {
    return this.list
  }

  /** Sounding MIDI notes, ascending. */
  get notes(): readonly number[] {
    return [...new Set(this.list.map(({ pitch }) => pitch))].sort((a, b) => a - b)
  }

  /** Semitones. @param range that the user has set; what MIDI has set unless given */
  bendOf(port: string, channel: number, range?: number): number {
    const state = this.channel(port, channel)
    const [semitones, cents] = state.range
    return ((state.bend - CENTER) / CENTER) * (range ?? semitones + Math.min(cents, 99) / 100)
  }

  take(port: string, bytes: readonly number[], string?: number): void {
    const [status = 0, first = 0, second = 0] = bytes
    if (status === 0xff) this.reset(port)
    if (status >= 0xf0) return
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
      case 0xe0:
        this.channel(port, channel).bend = second * 128 + first
        break
    }
  }

  panic(): void {
    this.list = []
    for (const channel of this.channels.values()) Object.assign(channel, { sustain: false, sostenuto: false })
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
    if (controller === 121) {
      Object.assign(channel, { sustain: false, sostenuto: false, bend: CENTER, parameter: [-1, -1] })
    }
    if (controller >= 123) for (const voice of its) voice.down = false
    if (controller === 101) channel.parameter = [value, channel.parameter[1]]
    if (controller === 100) channel.parameter = [channel.parameter[0], value]
    // A non-registered parameter is selected: data entry is about another value.
    if (controller === 98 || controller === 99) channel.parameter = [-1, -1]
    if (channel.parameter[0] === 0 && channel.parameter[1] === 0) {
      if (controller === 6) channel.range = [value, 0]
      if (controller === 38) channel.range = [channel.range[0], value]
    }
    this.endReleased()
  }

  private endReleased(): void {
    this.list = this.list.filter(({ port, channel, down, caught }) => {
      const { sustain, sostenuto } = this.channel(port, channel)
      return down || sustain || (caught && sostenuto)
    })
  }

  private reset(port: string): void {
    this.list = this.list.filter(voice => voice.port !== port)
    for (const key of this.channels.keys()) if (key.startsWith(`${port} `)) this.channels.delete(key)
  }

  private channel(port: string, number: number): ReferenceChannel {
    const key = `${port} ${number}`
    const known = this.channels.get(key) ?? newChannel()
    this.channels.set(key, known)
    return known
  }
}

function isOn(voice: ReferenceVoice, port: string, channel: number): boolean {
  return voice.port === port && voice.channel === channel
}
