/** Input and log with a manual clock, wired up as in the plugin. */
import { vi } from 'vitest'
import { EventBus } from '../../../../src/core/events/event-bus.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../../src/core/platform/ports.js'
import type { MidiEvent } from '../../../../src/music/midi/midi-event.js'
import { createEventMaker } from '../../../../src/music/midi/midi-event.js'
import { LiveMidiInput } from '../../../../src/plugins/midi-io/input/midi-input.js'
import { RingLog } from '../../../../src/plugins/midi-io/log/ring-log.js'
import { MIDI_EVENT, type MidiFilter } from '../../../../src/plugins/midi-io/tokens.js'

export function makeInput({ filters = [] as readonly MidiFilter[], octaveOffset = 0 } = {}) {
  const clock = new HandClock(new Date('2026-01-01T17:02:11.482'))
  const events = new EventBus(createLogger(() => undefined, 'test'))
  const log = new RingLog(clock)
  const maker = createEventMaker(octaveOffset)
  const warn = vi.fn()
  const failed: unknown[] = []
  const input = new LiveMidiInput({
    ...{ clock, events, maker, log },
    onFilterFailed: (_filter, thrown) => failed.push(thrown),
    console: { warn, error: warn },
    gate: { open: true },
  })
  const heard: MidiEvent[] = []
  events.on(MIDI_EVENT, event => heard.push(event))
  input.setFilters(filters)
  return { clock, events, log, maker, input, heard, warn, failed }
}
