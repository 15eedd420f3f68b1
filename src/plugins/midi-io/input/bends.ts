/** The pitch bends of all ports in semitones. */
import type { EventBus } from '../../../core/events/event-bus.js'
import { createPortBends, type PortBends, USUAL_BEND_RANGE } from '../../../core/music/midi/port-bends.js'
import { BEND_RANGE_CHANGED, type BendKeeper } from '../tokens.js'

export function createBends(events: Pick<EventBus, 'emit'>): BendKeeper {
  const ports = new Map<string, PortBends>()

  const portOf = (portId: string) => {
    const known = ports.get(portId)
    if (known) return known
    const made = createPortBends()
    ports.set(portId, made)
    return made
  }

  return {
    apply(event) {
      // Most events are notes, which bend nothing.
      if (event.kind === 'note') return
      if (portOf(event.portId).apply(event)) events.emit(BEND_RANGE_CHANGED, event.portId)
    },
    setRange(portId, semitones) {
      portOf(portId).setRange(semitones === 0 ? undefined : semitones)
      events.emit(BEND_RANGE_CHANGED, portId)
    },
    forget: portId => void ports.delete(portId),
    bendOf: (portId, channel) => ports.get(portId)?.bend(channel) ?? 0,
    rangeOf: (portId, channel) => ports.get(portId)?.range(channel) ?? USUAL_BEND_RANGE,
  }
}
