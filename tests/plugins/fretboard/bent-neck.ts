/** Creates a neck model with pitch bend, wired up as in the plugins. */
import type { MidiEvent } from '../../../src/music/midi/midi-event.js'
import { PortState } from '../../../src/music/midi/port-state.js'
import type { NeckRange } from '../../../src/plugins/fretboard/neck/neck-geometry.js'
import { LiveNeckModel } from '../../../src/plugins/fretboard/neck/neck-model.js'

export function bentNeck(range: NeckRange) {
  const [ports, ranges] = [new Map<string, PortState>(), new Map<string, number>()]
  const bends = {
    bendOf: (portId: string, channel: number) =>
      ports
        .get(portId)
        ?.channel(channel - 1)
        .bentBy(ranges.get(portId)) ?? 0,
    setBendRange(portId: string, semitones: number) {
      ranges.set(portId, semitones)
      model.refreshBends(portId)
    },
  }
  const model = new LiveNeckModel(range, bends)
  const apply = (event: MidiEvent) => {
    const port = ports.get(event.portId) ?? new PortState()
    ports.set(event.portId, port)
    port.applyEvent(event)
    if (event.kind === 'controller') model.refreshBends(event.portId)
    model.apply(event)
  }
  return { model, bends, apply }
}
