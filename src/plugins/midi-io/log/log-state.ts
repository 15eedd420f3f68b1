/** What holds at one moment of a log: notes still down, controllers and bends as they were last set. */
import { CONTROLLER, endsAllNotes } from '../../../core/music/midi/controller-numbers.js'
import type { LogState } from '../../../core/music/midi/log-file.js'
import type { MidiEvent, NoteEvent } from '../../../core/music/midi/midi-event.js'
import { ParameterState } from '../input/parameter-state.js'

const MIDDLE_BEND = 8192
const UNSET = -1

/** From here on they are channel mode messages (MIDI 1.0): no values of their own, but orders. */
const FIRST_ORDER = CONTROLLER.allSoundOff

/** What *reset all controllers* resets besides the bend (MIDI recommended practice RP-015). */
const RESETTABLE = [1, 11, 64, 65, 66, 67]

interface PortState {
  /** By channel × 128 + controller. */
  readonly controllers: Int16Array
  /** By channel. */
  readonly bends: Int16Array
  /** By channel; most channels have none. */
  readonly parameters: Map<number, ParameterState>
}

export class HeldState {
  private readonly held = new Map<string, NoteEvent>()
  private readonly ports = new Map<string, PortState>()

  apply(event: MidiEvent): void {
    switch (event.kind) {
      case 'note':
        if (event.on) this.held.set(event.note, event)
        else this.held.delete(event.note)
        break
      case 'controller':
        this.control(event.portId, event.channel, event.controller, event.value)
        break
      case 'bend':
        this.port(event.portId).bends[event.channel - 1] = event.value
        break
      case 'other':
        if (event.message === 'reset') this.forget(event.portId)
        break
    }
  }

  clone(): HeldState {
    const copy = new HeldState()
    for (const [note, event] of this.held) copy.held.set(note, event)
    for (const [id, { controllers, bends, parameters }] of this.ports) {
      copy.ports.set(id, {
        controllers: controllers.slice(),
        bends: bends.slice(),
        parameters: new Map([...parameters].map(([channel, state]) => [channel, state.clone()])),
      })
    }
    return copy
  }

  /** Controllers are in an order that brings a device that gets them to the same state. */
  snapshot(): LogState {
    const state: LogState = { held: [...this.held.values()], controllers: [], bends: [] }
    for (const [portId, { controllers, bends, parameters }] of this.ports) {
      for (const [index, value] of controllers.entries()) {
        if (value === UNSET) continue
        const channel = Math.floor(index / 128) + 1
        state.controllers.push({ portId, channel, controller: index % 128, value })
      }
      for (const [channel, its] of parameters) {
        for (const [controller, value] of its.settings()) {
          state.controllers.push({ portId, channel, controller, value })
        }
      }
      for (const [index, value] of bends.entries()) {
        if (value !== MIDDLE_BEND) state.bends.push({ portId, channel: index + 1, value })
      }
    }
    return state
  }

  private control(portId: string, channel: number, controller: number, value: number): void {
    const port = this.port(portId)
    const first = (channel - 1) * 128
    if (controller < FIRST_ORDER) {
      if (isOfParameters(controller)) this.parametersOf(port, channel).control(controller, value)
      else port.controllers[first + controller] = value
      return
    }
    if (controller === CONTROLLER.resetAll) {
      for (const each of RESETTABLE) port.controllers[first + each] = UNSET
      port.bends[channel - 1] = MIDDLE_BEND
      port.parameters.get(channel)?.deselect()
    }
    if (controller === CONTROLLER.allSoundOff || endsAllNotes(controller)) {
      for (const [note, event] of this.held) {
        if (event.portId === portId && event.channel === channel) this.held.delete(note)
      }
    }
  }

  private parametersOf({ parameters }: PortState, channel: number): ParameterState {
    const known = parameters.get(channel)
    if (known) return known
    const made = new ParameterState()
    parameters.set(channel, made)
    return made
  }

  private forget(portId: string): void {
    this.ports.delete(portId)
    for (const [note, event] of this.held) if (event.portId === portId) this.held.delete(note)
  }

  private port(portId: string): PortState {
    const known = this.ports.get(portId)
    if (known) return known
    const made = {
      controllers: new Int16Array(16 * 128).fill(UNSET),
      bends: new Int16Array(16).fill(MIDDLE_BEND),
      parameters: new Map(),
    }
    this.ports.set(portId, made)
    return made
  }
}

function isOfParameters(controller: number): boolean {
  return (
    controller === CONTROLLER.dataEntry ||
    controller === CONTROLLER.dataEntryFine ||
    (controller >= CONTROLLER.dataIncrement && controller <= CONTROLLER.registeredCoarse)
  )
}
