import { PortState } from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'
import type { SongEvent } from '../../../music/song/song-events.js'
import { type MidiInput, SONG_PORT } from '../../midi-io/tokens.js'
import { type SongMix, soundingPitch } from '../session/playback-settings.js'
import type { SessionFingering } from '../session/session-services.js'
import type { NeckNotes } from './neck-notes.js'

export interface NeckPlaybackParts {
  readonly input: Pick<MidiInput, 'receive' | 'release'>
  readonly fingering: Pick<SessionFingering, 'litPositionOf'>
  readonly neck: Pick<NeckNotes, 'shows' | 'shown' | 'channels' | 'score'>
}

const RELEASE = 64

export function createNeckPlayback({ input, fingering, neck }: NeckPlaybackParts) {
  const seen = new Map<number, { off: readonly number[]; string: number | undefined; key: number }>()
  /** Latest note by channel and position. A note-off must not end a repetition of its note. */
  const owners = new Map<number, number>()

  const receive = (bytes: readonly number[], string?: number) =>
    void input.receive(bytes, { portId: SONG_PORT, string })

  return {
    take(event: SongEvent, number: number, mix: SongMix) {
      const [status = 0, pitch = 0, velocity = 0] = event.bytes
      const kind = status >> 4
      if (kind === 8) {
        const begun = seen.get(number)
        if (!begun) return
        seen.delete(number)
        if (owners.get(begun.key) !== number) return
        owners.delete(begun.key)
        return receive(begun.off, begun.string)
      }
      if (!neck.shows(event.track)) return
      if (kind !== 9) return receive(event.bytes)
      const sounds = soundingPitch(mix, status & 15, pitch)
      if (sounds === undefined) return
      const string = fingering.litPositionOf(neck.shown.indexOf(number))?.string
      const key = ((status & 15) * 128 + sounds) * 32 + (string ?? 0)
      owners.set(key, number)
      seen.set(number, { off: [0x80 | (status & 15), sounds, RELEASE], string, key })
      receive([status, sounds, velocity], string)
    },
    /** Restores the instruments, pedals and bends set by the visible tracks before this time. */
    begin(atMs: number) {
      const { firstAt, stateBefore } = neck.score
      const before = firstAt(atMs)
      if (before === 0) return
      for (const bytes of messagesBetween(new PortState(), stateBefore(before)))
        if (neck.channels.has((bytes[0] ?? 0) & 15)) receive(bytes)
    },
    clear() {
      seen.clear()
      owners.clear()
      input.release(SONG_PORT)
    },
  }
}

export type NeckPlayback = ReturnType<typeof createNeckPlayback>
