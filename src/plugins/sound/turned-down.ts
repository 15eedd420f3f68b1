/** Reports a channel that is played but turned down to 0. */
import { phrases } from '../../core/platform/phrases.js'
import type { MidiPart } from './midi-part.js'

export const TURNED_DOWN = phrases({
  sound_turned_down:
    'Channel {{channel}} is turned all the way down (controller 7 or 11). Turn it up on your device, or use Panic.',
})

export class TurnedDown {
  private reported: { readonly part: MidiPart; readonly channel: number } | undefined

  /** @param report called with the channel, and with `undefined` once it is audible again */
  constructor(private readonly report: (channel: number | undefined) => void) {}

  /** A note began. @param channel 1–16 */
  began(part: MidiPart, channel: number): void {
    const { reported } = this
    if (!part.isTurnedDown(channel) || (reported?.part === part && reported.channel === channel)) return
    this.reported = { part, channel }
    this.report(channel)
  }

  /** Another message arrived: checks whether the reported channel is audible again. */
  check(): void {
    if (!this.reported || this.reported.part.isTurnedDown(this.reported.channel)) return
    this.reported = undefined
    this.report(undefined)
  }
}
