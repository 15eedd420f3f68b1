import { existsSync } from 'node:fs'
import type { AnyToken } from '../../src/core/kernel/plugin.js'
import { disposable } from '../../src/core/platform/store.js'
import { MIDI_PAGE, type MidiPage } from '../../src/plugins/midi-io/tokens.js'
import { orderedPort, type PortOfLibrary } from './ordered-port.js'

export async function pageOverrides(): Promise<readonly (readonly [AnyToken, unknown])[]> {
  const page = await nodePage()
  return [[MIDI_PAGE, () => Promise.resolve(page)]]
}

async function nodePage(): Promise<MidiPage> {
  const { default: JZZ } = await import('jzz')
  // If the sequencer device is missing, ALSA would only print errors.
  const engine = process.platform === 'linux' && !existsSync('/dev/snd/seq') ? { engine: 'none' } : {}
  const nothing = () => disposable(() => undefined)
  return {
    requestAccess: async options => eventful(await JZZ.requestMIDIAccess({ ...options, ...engine })),
    permission: () => Promise.resolve('granted'),
    onPermissionChange: nothing,
    onHide: nothing,
    onKeys: nothing,
  }
}

interface Access {
  readonly inputs: unknown
  readonly outputs: { entries(): Iterable<[string, PortOfLibrary]> }
  readonly sysexEnabled: boolean
  onstatechange: ((event: unknown) => void) | null
}

/** Supports several listeners, as browsers do. JZZ has a single property for one listener. */
function eventful(access: unknown) {
  const inner = access as Access
  const listeners = new Set<(event: unknown) => void>()
  let own: Access['onstatechange'] = null
  const known = new WeakMap<PortOfLibrary, PortOfLibrary>()
  const ordered = (port: PortOfLibrary) => {
    const made = known.get(port) ?? orderedPort(port)
    known.set(port, made)
    return made
  }
  inner.onstatechange = event => {
    own?.(event)
    for (const listener of [...listeners]) listener(event)
  }
  return {
    inputs: inner.inputs,
    get outputs() {
      return new Map([...inner.outputs.entries()].map(([id, port]) => [id, ordered(port)]))
    },
    sysexEnabled: inner.sysexEnabled,
    get onstatechange() {
      return own
    },
    set onstatechange(listener) {
      own = listener
    },
    addEventListener: (_type: string, listener: (event: unknown) => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) =>
      void listeners.delete(listener),
  }
}
