/** A neck model with the bends that it asks, as the plugins put them together. */
import type { MidiEvent } from '../../../src/core/music/midi/midi-event.js'
import type { NeckRange } from '../../../src/plugins/fretboard/neck/neck-geometry.js'
import { LiveNeckModel } from '../../../src/plugins/fretboard/neck/neck-model.js'
import { createBends } from '../../../src/plugins/midi-io/input/bends.js'

export function bentNeck(range: NeckRange) {
  const bends = createBends({ emit: (_event, portId) => model.refreshBends(String(portId)) })
  const model = new LiveNeckModel(range, bends)
  const apply = (event: MidiEvent) => {
    bends.apply(event)
    model.apply(event)
  }
  return { model, bends, apply }
}
