import { messageOf } from '../../../core/platform/fretwork-error.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { type Disposable, getOrMake, type ReadonlyStore } from '../../../core/platform/store.js'
import { parseNoteName } from '../../../music/guitar/note-name.js'
import { checkMidi, checkRange, MidiRangeError, MidiTypeError } from '../../../music/midi/midi-limits.js'
import {
  bendToRaw,
  controlChange,
  isSendable,
  noteOff,
  noteOn,
  pitchBend,
  programChange,
} from '../../../music/midi/midi-message.js'
import { CONTROLLER } from '../../../music/midi/port-state.js'
import { CHANNELS, type MidiSettings } from '../settings.js'
import type { MidiOutput, OutputTarget, OutputTargets } from '../tokens.js'
import { createPlayingLane, OUTPUT_DELAY_MS, type PlayingLane } from './output-lane.js'

interface MidiOutputParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly log: Pick<Logger, 'warn'>
  readonly settings: ReadonlyStore<Pick<MidiSettings, 'outputPort' | 'outputChannel' | 'velocity'>>
  readonly targets: OutputTargets
  /** While closed, no new messages are sent, but sounding notes can still be silenced. */
  readonly gate: { readonly open: boolean }
  readonly onSent: (portId: string, ...message: Parameters<OutputTarget['send']>) => void
}

const RPN = { bendRange: 0, none: 127 } as const // LSBs of registered parameter numbers

const LONGEST_MS = 24 * 60 * 60 * 1000 // browser timers overflow after 24 days
const DURATIONS = {
  ...{ min: 0, max: LONGEST_MS, fraction: true, code: 'midi_duration' },
  text: 'a number of milliseconds, up to a day',
} as const
const BENDS = { min: -1, max: 1, fraction: true, code: 'midi_bend' } as const

const SYSTEM_RESET = [0xff]

/** Resets an instrument after the note-offs of all known notes (specification, section 7). */
const PANIC: readonly (readonly number[])[] = [
  ...[CONTROLLER.allNotesOff, CONTROLLER.allSoundOff, CONTROLLER.resetAll].flatMap(order =>
    CHANNELS.map(channel => controlChange(channel, order, 0)),
  ),
  SYSTEM_RESET,
]

interface Where {
  readonly port?: string
  readonly channel?: number
  readonly at?: number
}

export function createMidiOutput(parts: MidiOutputParts): MidiOutput & Disposable {
  const { clock, log, settings, targets, gate, onSent } = parts
  const lanes = new Map<string, PlayingLane>()

  const laneOf = (wanted: string): PlayingLane | undefined => {
    const id = gate.open ? targets.find(wanted)?.id : undefined
    if (id === undefined) return undefined
    return getOrMake(lanes, id, () =>
      createPlayingLane({ clock, send: (...message) => transmit(id, ...message) }),
    )
  }

  const transmit = (id: string, ...[bytes, atMs, techniques]: Parameters<OutputTarget['send']>) => {
    const target = targets.find(id)
    if (!target) return
    try {
      target.send(bytes, atMs, techniques)
    } catch (error) {
      log.warn(`Couldn’t send to the output port ${id}: ${messageOf(error)}`, bytes)
      return
    }
    onSent(id, bytes, atMs, techniques)
  }

  /** Falls back to the default port and channel if the requested port is missing. */
  const route = ({ port, channel }: Where) => {
    const defaults = settings.getState()
    const wanted = port ? laneOf(port) : undefined
    const lane = wanted ?? laneOf(defaults.outputPort)
    const keepsChannel = wanted !== undefined || !port
    return { lane, channel: keepsChannel ? (channel ?? defaults.outputChannel) : defaults.outputChannel }
  }

  /** Builds all messages before sending any. A call that throws sends nothing. */
  const built = <T>(where: Where, build: (channel: number) => T) => {
    if (where.channel !== undefined && where.channel !== 0) checkMidi('channel', where.channel)
    checkTime(where.at, clock.now())
    const { lane, channel } = route(where)
    const items = (channel === 0 ? CHANNELS : [channel]).map(build)
    const at = Math.max(clock.now(), where.at ?? Number.NEGATIVE_INFINITY) + OUTPUT_DELAY_MS
    return { lane, items, at }
  }

  const sendTo = (where: Where, build: (channel: number) => readonly (readonly number[])[]) => {
    const { lane, items, at } = built(where, build)
    for (const bytes of items.flat()) lane?.schedule(bytes, at)
  }

  const sendController = (controller: number, value: number, where: Where = {}) =>
    sendTo(where, channel => [controlChange(channel, controller, value)])

  const usualAttack = () => Math.max(1 / 127, settings.getState().velocity)

  const numberOf = (note: number | string): number | undefined => {
    if (typeof note !== 'string') return checkMidi('note', note)
    const number = parseNoteName(note)
    if (number === undefined) log.warn(`Bad note "${note}"`)
    return number
  }

  /** If the port is missing, its lane stores the note-offs until the port returns. */
  const silenceLane = (wanted: string, orders?: readonly (readonly number[])[]) => {
    const target = targets.find(wanted)
    if (target) lanes.get(target.id)?.silence(orders)
  }

  const silence = () => {
    for (const id of lanes.keys()) silenceLane(id)
  }

  let { outputPort, outputChannel } = settings.getState()
  const stopWatching = settings.subscribe(now => {
    if (now.outputPort === outputPort && now.outputChannel === outputChannel) return
    // After the switch, note-offs would go to the new port.
    silenceLane(outputPort)
    outputPort = now.outputPort
    outputChannel = now.outputChannel
  })
  const goneListener = targets.onGone(id => lanes.get(id)?.lose())
  // An instrument behind an interface keeps sounding while the interface is unplugged.
  const backListener = targets.onBack(id => lanes.get(id)?.silence())

  return {
    noteOn(note, { attack = usualAttack(), ...where } = {}) {
      checkAttack(attack)
      const number = numberOf(note)
      if (number !== undefined) sendTo(where, channel => [noteOn(channel, number, attack)])
    },
    noteOff(note, { release, ...where } = {}) {
      if (release !== undefined) checkMidi('velocity', release)
      const number = numberOf(note)
      if (number !== undefined) sendTo(where, channel => [noteOff(channel, number, release)])
    },
    playNote(note, { attack = usualAttack(), release, duration, ...where } = {}) {
      if (release !== undefined) checkMidi('velocity', release)
      if (duration !== undefined) checkRange('duration', duration, DURATIONS)
      checkAttack(attack)
      const number = numberOf(note)
      if (number === undefined) return
      if (duration === undefined) return sendTo(where, channel => [noteOn(channel, number, attack)])
      const build = (channel: number) => ({
        on: noteOn(channel, number, attack),
        off: noteOff(channel, number, release),
      })
      const { lane, items, at } = built(where, build)
      for (const { on, off } of items) lane?.play(on, at, off, at + duration)
    },
    controlChange: sendController,
    volume: (value, where) => sendController(CONTROLLER.volume, value, where),
    modulation: (value, where) => sendController(CONTROLLER.modulation, value, where),
    pan: (value, where) => sendController(CONTROLLER.pan, value, where),
    hold(down, where) {
      if (typeof down !== 'boolean') {
        throw new MidiTypeError(
          'midi_hold',
          `The pedal must be true (down) or false (up), not ${String(down)}.`,
        )
      }
      sendController(CONTROLLER.sustain, down ? 64 : 0, where)
    },
    pitchBend(bend, where = {}) {
      checkRange('pitch bend', bend, BENDS)
      sendTo(where, channel => [pitchBend(channel, bendToRaw(bend))])
    },
    pitchBendRange(semitones, cents = 0, where = {}) {
      sendTo(where, channel => [
        controlChange(channel, CONTROLLER.registeredCoarse, 0),
        controlChange(channel, CONTROLLER.registeredFine, RPN.bendRange),
        controlChange(channel, CONTROLLER.dataEntry, semitones),
        controlChange(channel, CONTROLLER.dataEntryFine, cents),
        controlChange(channel, CONTROLLER.registeredCoarse, RPN.none),
        controlChange(channel, CONTROLLER.registeredFine, RPN.none),
      ])
    },
    programChange(program, where = {}) {
      sendTo(where, channel => [programChange(channel, program)])
    },
    send(bytes, dueMs = clock.now(), techniques = []) {
      if (!isSendable(bytes)) {
        const shown = Array.from(bytes).join(' ')
        throw new MidiTypeError('midi_message', `These bytes are not a MIDI message: ${shown || '(none)'}.`)
      }
      checkTime(dueMs, clock.now())
      laneOf(settings.getState().outputPort)?.schedule(Array.from(bytes), dueMs + OUTPUT_DELAY_MS, techniques)
    },
    panic() {
      laneOf(settings.getState().outputPort)
      for (const id of lanes.keys()) silenceLane(id, PANIC)
    },
    silence,
    prepare: () => targets.find(settings.getState().outputPort)?.prepare?.(),
    get port() {
      const target = targets.find(settings.getState().outputPort)
      if (!target) return undefined
      const { id, name, manufacturer, device } = target
      return { id, name, manufacturer, device }
    },
    dispose() {
      stopWatching()
      goneListener.dispose()
      backListener.dispose()
      silence()
    },
  }
}

/** Rejects velocity 0, which would be a note-off. */
function checkAttack(attack: unknown): void {
  if (checkMidi('velocity', attack) > 0) return
  throw new MidiRangeError('midi_attack', 'The attack must be more than 0; to end a note, use noteOff.')
}

/** Rejects invalid times, which would otherwise mean *now*. */
function checkTime(ms: unknown, nowMs: number): void {
  if (ms === undefined) return
  checkRange('time', ms, {
    ...{ min: -Number.MAX_VALUE, max: nowMs + LONGEST_MS, fraction: true, code: 'midi_time' },
    text: 'a number of milliseconds, at most a day ahead',
  })
}
