/** Says which channel is played and not heard, because what was sent on it has turned it down to nothing. */
import { phrases } from '../../core/platform/phrases.js'
import type { MidiPart } from './midi-part.js'

export const TURNED_DOWN = phrases({
  sound_turned_down:
    'Channel {{channel}} is turned all the way down (controller 7 or 11). Turn it up on your device, or use Panic.',
})

export interface TurnedDown {
  /** A note began. @param channel 1–16 */
  began(part: MidiPart, channel: number): void
  /** Something else came: is the channel that was told of up again? */
  look(): void
}

/** @param tell with the channel; with nothing once it can be heard again */
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
