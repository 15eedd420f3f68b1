import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import { ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import type { SongPerformance } from '../../player/tokens.js'
import type { ChannelSynth, Patch } from './sound-port.js'
import { SoundPorts } from './sound-ports.js'
import type { Room } from './stereo-synth.js'

const LONGEST_MIN = 180

const SENTENCES = phrases({
  audio_too_long: 'The audio would be {{minutes}} minutes long. Choose a part of up to {{most}} minutes.',
})

export interface SongInstruments {
  /** Instrument for channels without a program. */
  readonly instrument: Patch
  /** Whether the song’s programs override the instrument. */
  readonly followsPrograms: boolean
  readonly room?: Room
}

/** Messages for a synthesizer. */
export interface Arrangement {
  readonly messages: readonly {
    readonly channel: number
    readonly bytes: readonly number[]
    readonly atMs: number
  }[]
  readonly drums: ReadonlyMap<number, boolean>
  readonly patches: readonly Patch[]
  /** Default: `hall`, as on General MIDI devices. */
  readonly room?: Room | undefined
  readonly endMs: number
}

/** @throws SentenceError `audio_too_long` */
export function* arrangementSteps(
  performance: SongPerformance,
  { instrument, followsPrograms, room }: SongInstruments,
): Steps<Arrangement> {
  const { endMs } = performance
  const minutes = Math.ceil(endMs / 60_000)
  if (minutes > LONGEST_MIN) {
    const values = { minutes, most: LONGEST_MIN }
    throw new SentenceError('audio_too_long', SENTENCES.audio_too_long, values, { source: 'sound' })
  }
  const messages: Arrangement['messages'][number][] = []
  const drums = new Map<number, boolean>()
  const patches: Patch[] = []
  const synth: ChannelSynth = {
    send: (channel, bytes, atMs) => void messages.push({ channel, bytes, atMs }),
    setDrums: (channel, isDrums) => void drums.set(channel, isDrums),
    need: patch => void patches.push(patch),
    silence: () => undefined,
  }
  const ports = new SoundPorts({ synth: () => synth })
  ports.setInstrument(instrument, followsPrograms, 0)
  for (const [index, { bytes, atMs, techniques = [] }] of performance.messages.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield index / performance.messages.length
    ports.play('out', '', bytes, atMs, { techniques })
  }
  return { messages, drums, patches, room, endMs }
}
