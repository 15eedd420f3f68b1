/** The one way in: makes an event of each message, remembers what sounds, logs it and tells everybody. */
import type { EventBus } from '../../../core/events/event-bus.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { createSounding, type Sounding } from '../../../core/music/midi/sounding.js'
import type { Logger } from '../../../core/platform/logger.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { Door } from '../door.js'
import { createLocalTime } from '../log/local-time.js'
import { MIDI_EVENT, MIDI_TICK, type MidiFilter, type MidiInput } from '../tokens.js'
import type { Circumstances, EventMaker } from './event-maker.js'
import { malformedEvent, tellMalformed } from './malformed.js'
import { checkReceiveOptions } from './receive-checks.js'

const TIMING_CLOCK = 0xf8
const ACTIVE_SENSING = 0xfe

export interface MidiInputParts {
  readonly clock: Pick<ClockPort, 'now' | 'date'>
  readonly events: Pick<EventBus, 'emit'>
  readonly maker: EventMaker
  readonly log: { append(event: MidiEvent): void }
  /** Knows of each event before the bus tells it. */
  readonly bends: { apply(event: MidiEvent): void }
  /** Those in force now. */
  readonly filters: () => readonly MidiFilter[]
  /** Told of a filter that threw: it is not asked again. */
  readonly onFilterFailed: (filter: MidiFilter, thrown: unknown) => void
  /** Told of bytes that are no message. */
  readonly console: Pick<Logger, 'warn'>
  /** Closed: nothing is taken in. What sounds can be ended all the same. */
  readonly door: Door
}

export function createMidiInput(parts: MidiInputParts): MidiInput {
  const { clock, events, maker, log, bends, filters, onFilterFailed, console, door } = parts
  const tellOfMalformed = tellMalformed({ clock, console })
  const localTime = createLocalTime(clock)
  const ports = new Map<string, Sounding>()
  let nextKey = 1

  const soundingOf = (portId: string) => {
    const known = ports.get(portId)
    if (known) return known
    const made = createSounding()
    ports.set(portId, made)
    return made
  }

  const accepted = (bytes: ArrayLike<number>, portId: string) => {
    for (const filter of filters()) {
      try {
        // A filter that says nothing keeps nothing back; and none may leave a note hanging that it let in.
        if (filter.accepts(bytes, portId) === false && !ports.get(portId)?.ends(bytes)) return false
      } catch (error) {
        onFilterFailed(filter, error)
      }
    }
    return true
  }

  /** Part of a message, or more than one: to guess what was meant would leave notes hanging. */
  const refuse = (bytes: ArrayLike<number>, circumstances: Circumstances) => {
    const event = malformedEvent(bytes, circumstances)
    nextKey = Math.max(nextKey, event.key + 1)
    log.append(event)
    tellOfMalformed(event)
  }

  const take: MidiInput['receive'] = (bytes, { portId, at, time, key, string, octaveOffset }) => {
    const circumstances = {
      key: key ?? nextKey,
      time: time ?? localTime(),
      at: at ?? clock.now(),
      portId,
      string,
      octaveOffset,
    }
    const event = maker.make(bytes, circumstances)
    if (!event) {
      const alone = bytes.length === 1
      if (alone && bytes[0] === TIMING_CLOCK) events.emit(MIDI_TICK, { portId, at: circumstances.at })
      else if (!alone || bytes[0] !== ACTIVE_SENSING) refuse(bytes, circumstances)
      return undefined
    }
    // A replayed log brings its own numbers; the running ones go on behind them, so that none comes twice.
    nextKey = Math.max(nextKey, event.key + 1)
    soundingOf(portId).sent(event.raw)
    log.append(event)
    bends.apply(event)
    events.emit(MIDI_EVENT, event)
    return event
  }

  return {
    receive(bytes, options) {
      checkReceiveOptions(options)
      return door.open && accepted(bytes, options.portId) ? take(bytes, options) : undefined
    },
    release(portId) {
      // What silences must get through: the filters are for what is played.
      for (const id of portId === undefined ? [...ports.keys()] : [portId]) {
        for (const bytes of ports.get(id)?.silence() ?? []) take(bytes, { portId: id })
      }
    },
    soundingNotes(portId) {
      if (portId !== undefined) return ports.get(portId)?.notes ?? 0
      let notes = 0
      for (const port of ports.values()) notes += port.notes
      return notes
    },
  }
}
