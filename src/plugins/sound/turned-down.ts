/** Reports a channel that is played but turned down to 0. */
import { phrases } from '../../core/platform/phrases.js'
import type { MidiPart } from './midi-part.js'

export const TURNED_DOWN = phrases({
  sound_turned_down:
    'Channel {{channel}} is turned all the way down (controller 7 or 11). Turn it up on your device, or use Panic.',
})

export interface TurnedDown {
  /** A note began. @param channel 1–16 */
  began(part: MidiPart, channel: number): void
  /** Another message arrived: checks whether the reported channel is audible again. */
  look(): void
}

/** @param tell called with the channel, and with `undefined` once it is audible again */
export function watchTurnedDown(tell: (channel: number | undefined) => void): TurnedDown {
  let told: { readonly part: MidiPart; readonly channel: number } | undefined

  const look = () => {
    if (!told || told.part.isTurnedDown(told.channel)) return
    told = undefined
    tell(undefined)
  }

  return {
    began(part, channel) {
      if (!part.isTurnedDown(channel) || (told?.part === part && told.channel === channel)) return
      told = { part, channel }
      tell(channel)
    },
    look,
  }
}
