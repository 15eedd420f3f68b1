/** An instrument at the end of the wire: plays what a port really sent, in the order of time, until its plug is pulled. */
import type { FakeSent } from '../../../../src/core/testing/fake-web-midi.js'

/** From until when a port had no device: what was due then is lost. */
export interface Absence {
  readonly from: number
  readonly to: number
}

/** What an instrument sounds at last; empty when it is silent and at rest. */
export function left(sent: readonly FakeSent[], absences: readonly Absence[] = []): string[] {
  const notes = new Set<string>()
  const pedals = new Set<string>()
  const bends = new Set<number>()
  /** Modulation wheels and pressures that are not at rest. */
  const wheels = new Set<string>()
  const clearAll = (channel: number) => {
    for (const note of notes) if (note.startsWith(`${channel}:`)) notes.delete(note)
  }
  const reached = sent.filter(({ at }) => !absences.some(({ from, to }) => at > from && at <= to))
  for (const { bytes } of reached.toSorted((a, b) => a.at - b.at)) {
    const [status = 0, first = 0, second = 0] = bytes
    const channel = status & 15
    const kind = status >> 4
    if (status === 0xff) {
      notes.clear()
      pedals.clear()
      bends.clear()
      wheels.clear()
    } else if (kind === 0x8 || (kind === 0x9 && second === 0)) notes.delete(`${channel}:${first}`)
    else if (kind === 0x9) notes.add(`${channel}:${first}`)
    else if (kind === 0xe && (first !== 0 || second !== 64)) bends.add(channel)
    else if (kind === 0xe) bends.delete(channel)
    else if (kind === 0xb && first === 1) mark(wheels, `${channel}:modulation`, second > 0)
    else if (kind === 0xd) mark(wheels, `${channel}:pressure`, first > 0)
    else if (kind === 0xb && isPedal(first) && second >= 64) pedals.add(`${channel}:${first}`)
    else if (kind === 0xb && isPedal(first)) pedals.delete(`${channel}:${first}`)
    else if (kind === 0xb && (first === 120 || first === 123)) clearAll(channel)
    else if (kind === 0xb && first === 121) {
      for (const pedal of [64, 66]) pedals.delete(`${channel}:${pedal}`)
      bends.delete(channel)
      for (const wheel of ['modulation', 'pressure']) wheels.delete(`${channel}:${wheel}`)
    }
  }
  return [
    ...[...notes].map(note => `note ${note}`),
    ...[...pedals].map(pedal => `pedal ${pedal}`),
    ...[...bends].map(channel => `bend ${channel}`),
    ...wheels,
  ]
}

function mark(set: Set<string>, item: string, on: boolean): void {
  if (on) set.add(item)
  else set.delete(item)
}

/** Sustain and sostenuto. */
function isPedal(controller: number): boolean {
  return controller === 64 || controller === 66
}
