/** Devices wired to an input as in the plugin, but without a browser. */
import { NoticeBoard } from '../../../../src/core/events/notices.js'
import { memoryStorage } from '../../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../../src/core/platform/ports.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { Settings } from '../../../../src/core/settings/settings.js'
import { STANDARD_TUNING } from '../../../../src/music/guitar/tunings.js'
import { DeviceInputs } from '../../../../src/plugins/midi-io/devices/device-inputs.js'
import { deviceSettings } from '../../../../src/plugins/midi-io/settings.js'
import type { InputPort, NeckTuning } from '../../../../src/plugins/midi-io/tokens.js'
import { makeInput } from './make-input.js'

export const GK3: InputPort = { id: 'gk3', name: 'GK-3', manufacturer: 'Roland' }
export const KEYS: InputPort = { id: 'keys', name: 'Keystep', manufacturer: 'Arturia' }

export const STANDARD: NeckTuning = { ...STANDARD_TUNING, capo: 0 }

export function makeDevices({
  ports = [GK3] as readonly InputPort[],
  storage = memoryStorage(),
  neckStrings = STANDARD as NeckTuning | 'none',
} = {}) {
  const { events, input, heard } = makeInput()
  let at = 0
  const log = createLogger(() => undefined, 'test')
  const notices = { post: (notice: { message: string }) => void posted.push(notice.message) }
  const posted: string[] = []
  const storageKey = (id: string) => `fretwork${id}`
  const settings = new Settings(storage, { storageKey }, log, new NoticeBoard(events), events)
  const neck = createStore(neckStrings === 'none' ? undefined : neckStrings)
  const access = createStore<{ inputs: readonly InputPort[] }>({ inputs: ports })
  const store = settings.store(deviceSettings)
  const devices = new DeviceInputs(input, neck, settings, notices, events)
  devices.follow(access)

  /** Plays one message, 5 ms after the previous one. */
  const play = (bytes: readonly number[], portId = 'gk3') => {
    at += 5
    return devices.receive(bytes, { portId, at })
  }
  /** Sets the connected ports. Like the real access, releases removed ports before announcing the change. */
  const plugged = (inputs: readonly InputPort[]) => {
    for (const { id } of access.getState().inputs) {
      if (!inputs.some(port => port.id === id)) devices.release(id)
    }
    access.setState({ inputs })
  }
  return { access, bends: input, devices, events, heard, input, neck, play, plugged, posted, storage, store }
}

/** Note-ons for all strings at a fret, as sent by MIDI guitars: one channel per string from `base`. */
export function strum(base = 1, fret = 0): number[][] {
  return STANDARD.strings.map((open, index) => [0x8f + base + index, open + fret, 100])
}

export function damp(base = 1, fret = 0): number[][] {
  return STANDARD.strings.map((open, index) => [0x7f + base + index, open + fret, 64])
}
