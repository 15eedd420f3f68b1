/** Pedals, modulation, pressure and bends of one port, and what filters have made of them: all return to rest together. */
import { BEND_CENTER } from '../../../core/music/midi/channel-state.js'
import { leavesSounding, type PortState } from '../../../core/music/midi/port-state.js'

/** What a message changes for as long as it is not taken back: its status and, for a controller, its number. */
function subjectOf([status = 0, first = 0]: ArrayLike<number> & Iterable<number>): number | undefined {
  const kind = status >> 4
  if (kind === 0xb) return (status << 7) | first
  return kind === 0xd || kind === 0xe ? status << 7 : undefined
}

function restOf(subject: number): number[] {
  const status = subject >> 7
  if (status >> 4 === 0xb) return [status, subject & 127, 0]
  return status >> 4 === 0xd ? [status, 0] : [status, BEND_CENTER & 127, BEND_CENTER >> 7]
}

const isBend = (subject: number) => subject >> 11 === 0xe

export class LeftOn {
  /** By what the input has left on: what it has become. */
  private readonly made = new Map<number, Set<number>>()

  get size(): number {
    return this.made.size
  }

  /**
   * Takes in a message of the input and what it has become, when that has been received.
   * @returns the messages that bring to rest what the message has ended
   */
  pass(
    bytes: ArrayLike<number>,
    messages: readonly ArrayLike<number>[],
    port: PortState | undefined,
  ): number[][] {
    const subject = subjectOf(Array.from(bytes))
    if (subject === undefined) return []
    if (isLeft(bytes, subject)) {
      const made = this.made.get(subject) ?? new Set()
      for (const message of messages) {
        const target = subjectOf(Array.from(message))
        if (target !== undefined && isLeft(message, target)) made.add(target)
      }
      this.made.set(subject, made)
      return []
    }
    const made = this.made.get(subject)
    this.made.delete(subject)
    return [...new Set([...(made ?? []), subject])].filter(target => isOn(target, port)).map(restOf)
  }
}

function isLeft(bytes: ArrayLike<number>, subject: number): boolean {
  if (isBend(subject)) return (((bytes[2] ?? 0) << 7) | (bytes[1] ?? 0)) !== BEND_CENTER
  return leavesSounding(bytes)
}

function isOn(target: number, port: PortState | undefined): boolean {
  if (!port) return false
  if (isBend(target)) return port.channel((target >> 7) & 15).bend !== BEND_CENTER
  return port.ends(restOf(target))
}
