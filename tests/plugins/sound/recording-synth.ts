/** Synthesizer that records its messages and works out which notes they start and end. */
import { getOrMake } from '../../../src/core/platform/store.js'
import { ChannelState, HeldNotes } from '../../../src/music/midi/port-state.js'
import type { LiveSynth } from '../../../src/plugins/sound/synth.js'
import type { ChannelSynth, Patch } from '../../../src/plugins/sound/synthesis/sound-port.js'

interface Sent {
  readonly channel: number
  readonly bytes: readonly number[]
  readonly atMs: number
}

export interface HeardNote {
  readonly channel: number
  readonly note: number
  readonly velocity: number
  readonly program: number
  readonly bank: number
  readonly isDrum: boolean
  readonly atMs: number
  endMs?: number
}

class Channel {
  readonly state = new ChannelState()
  readonly held: HeldNotes<HeardNote & { down: boolean; caught: boolean }>
  isDrum = false
  now = 0

  constructor(private readonly number: number) {
    this.held = new HeldNotes(note => {
      note.endMs = this.now
    })
  }

  /** @returns the note that the message starts */
  apply([status = 0, first = 0, second = 0]: readonly number[], atMs: number): HeardNote | undefined {
    this.now = atMs
    const kind = status >> 4
    if (kind === 0x9 && second > 0) return this.start(first, second, atMs)
    if (kind === 0x8 || kind === 0x9) this.held.release(first)
    else if (kind === 0xc) this.state.program = first
    else if (kind === 0xe) this.state.bend = (second << 7) | first
    else if (kind === 0xb) {
      this.state.control(first, second)
      this.held.control(first, second)
    }
    return undefined
  }

  private start(note: number, velocity: number, atMs: number): HeardNote {
    const { program } = this.state
    const bank = this.state.value(0)
    const pressed = { down: true, caught: false }
    const begun = {
      channel: this.number,
      note,
      velocity,
      program,
      bank,
      isDrum: this.isDrum,
      atMs,
      ...pressed,
    }
    this.held.begin(note, begun)
    return begun
  }
}

export interface RecordingSynth extends ChannelSynth {
  readonly needed: readonly Patch[]
  /** Notes in the order in which they start. */
  notes(): HeardNote[]
  /** Returns note numbers that never end. */
  held(): number[]
  /** Returns the state after all messages. @param channel 0 or more */
  channel(channel: number): ChannelState
}

/** @param now time in ms at which `silence` is called */
export function recordingSynth(now = () => Number.POSITIVE_INFINITY): RecordingSynth {
  let sent: Sent[] = []
  const drums = new Map<number, boolean>()
  const needed: Patch[] = []
  const replay = () => {
    const channels = new Map<number, Channel>()
    const notes: HeardNote[] = []
    for (const { channel, bytes, atMs } of sent.toSorted((a, b) => a.atMs - b.atMs)) {
      const own = getOrMake(channels, channel, () => new Channel(channel))
      own.isDrum = drums.get(channel) ?? channel % 16 === 9
      const note = own.apply(bytes, atMs)
      if (note) notes.push(note)
    }
    return { channels, notes }
  }
  return {
    needed,
    send: (channel, bytes, atMs) => void sent.push({ channel, bytes, atMs }),
    setDrums: (channel, isDrum) => void drums.set(channel, isDrum),
    need: patch => void needed.push(patch),
    silence() {
      const at = now()
      const isNote = ({ bytes: [status = 0], atMs }: Sent) => atMs > at && status >> 4 === 9
      sent = sent.filter(each => !isNote(each)).map(each => ({ ...each, atMs: Math.min(each.atMs, at) }))
      for (const channel of new Set(sent.map(each => each.channel))) {
        sent.push({ channel, bytes: [0xb0, 120, 0], atMs: at })
      }
    },
    notes: () => replay().notes,
    held: () =>
      replay()
        .notes.filter(({ endMs }) => endMs === undefined)
        .map(({ note }) => note),
    channel: channel => replay().channels.get(channel)?.state ?? new ChannelState(),
  }
}

export interface FakeLiveSynth extends LiveSynth {
  readonly received: {
    volume?: number
    muted?: boolean
    level?: number
    room?: string
    device?: string
    disposed: boolean
    wakes: number
  }
  readonly heard: RecordingSynth
  /** Sets whether the browser allows sound. */
  setAwake(awake: boolean): void
}

export function fakeLiveSynth(now: () => number): FakeLiveSynth {
  const heard = recordingSynth(now)
  const received: FakeLiveSynth['received'] = { disposed: false, wakes: 0 }
  const listeners = new Set<() => void>()
  let awake = false
  const setAwake = (allowed: boolean) => {
    if (awake === allowed) return
    awake = allowed
    for (const listener of listeners) listener()
  }
  return {
    ...heard,
    ...{ received, heard, setAwake },
    setVolume: (volume, muted) => void Object.assign(received, { volume, muted }),
    wake() {
      received.wakes += 1
      setAwake(true)
    },
    rest: () => setAwake(false),
    retry: () => undefined,
    reload: () => undefined,
    latencyMs: () => 20,
    setLevel: level => void Object.assign(received, { level }),
    setRoom: room => void Object.assign(received, { room }),
    async setDevice(device) {
      if (device === 'gone') throw new Error('no such device')
      Object.assign(received, { device })
    },
    get awake() {
      return awake
    },
    onAwakeChange(listener) {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    dispose() {
      received.disposed = true
    },
  }
}
