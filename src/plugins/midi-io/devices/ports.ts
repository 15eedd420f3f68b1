import { inject, injectable } from '../../../core/platform/inject.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import {
  AUDIO_PORT,
  type InputPort,
  KEYBOARD_PORT,
  MIDI_ACCESS,
  type MidiAccess,
  NECK_PORT,
  SONG_PORT,
  VIRTUAL_INPUTS,
  type VirtualInputs,
} from '../tokens.js'

const SEEN_AT_MOST = 64 // when full, the oldest entries are dropped

@injectable()
export class InputPorts implements Disposable {
  readonly connected = createStore<{ readonly inputs: readonly InputPort[] }>({ inputs: [] })
  /** All inputs since startup, most recent last. The log also names unplugged inputs. */
  readonly seen = createStore<readonly InputPort[]>([])
  private readonly stops: readonly (() => void)[]

  constructor(@inject(MIDI_ACCESS) access: MidiAccess, @inject(VIRTUAL_INPUTS) virtual: VirtualInputs) {
    const update = () => {
      const inputs = [...access.view.getState().inputs, ...virtual.view.getState()]
      this.connected.setState({ inputs }, true)
      this.see(inputs)
    }
    update()
    this.stops = [
      access.view.subscribe((now, before) => {
        if (now.inputs !== before.inputs) update()
      }),
      virtual.view.subscribe(update),
    ]
  }

  dispose(): void {
    for (const stop of this.stops) stop()
  }

  private see(inputs: readonly InputPort[]): void {
    const seen = this.seen.getState()
    const isKnown = ({ id, name }: InputPort) => seen.some(each => each.id === id && each.name === name)
    if (inputs.every(isKnown)) return
    const others = seen.filter(({ id }) => !inputs.some(port => port.id === id))
    this.seen.setState([...others, ...inputs].slice(-SEEN_AT_MOST), true)
  }
}

/** @returns false for a guitar that is heard through a microphone */
export const isMidi = ({ id }: InputPort) => id !== AUDIO_PORT

export function portNameOf(id: string, seen: readonly InputPort[], t: (english: string) => string): string {
  if (id === NECK_PORT) return t('Neck')
  if (id === KEYBOARD_PORT) return t('Keyboard')
  if (id === SONG_PORT) return t('Song')
  if (id === AUDIO_PORT) return t('Guitar (audio)')
  return seen.find(port => port.id === id)?.name ?? id
}

/**
 * Finds the settings stored for a port, or for a disconnected port with the same name and manufacturer.
 * IDs differ between browsers. Of two identical devices, one must not take over the other's settings.
 */
export function recall<T extends InputPort>(
  port: InputPort,
  stored: readonly T[],
  isConnected: (id: string) => boolean,
): T | undefined {
  const isAlike = ({ id, name, manufacturer }: T) =>
    name === port.name && manufacturer === port.manufacturer && !isConnected(id)
  return stored.find(({ id }) => id === port.id) ?? stored.find(isAlike)
}

type Named = Pick<InputPort, 'name' | 'manufacturer'>

/** Words in driver names that distinguish a device's inputs, outputs and ports. */
const SIDES = /\b(midi)?(in|out)(put)?\d*\b|\bport\b|[^\p{L}\p{N}]+/gu

/** Matches `MIDIIN2 (KeyLab 61)` with `KeyLab 61 MIDI Out`. Known manufacturers must match too. */
export function isSameDevice(input: Named, output: Named): boolean {
  const made = input.manufacturer === output.manufacturer || !input.manufacturer || !output.manufacturer
  return made && deviceName(input.name) === deviceName(output.name)
}

function deviceName(name: string): string {
  return name.toLowerCase().replaceAll(SIDES, ' ').replaceAll(/\s+/g, ' ').trim()
}

export const INPUT_PORTS = createToken<InputPorts>('midi-io.input-ports')
