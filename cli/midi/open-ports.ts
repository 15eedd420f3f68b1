import type { Kernel } from '../../src/core/kernel/tokens.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import {
  type InputPort,
  MIDI_ACCESS,
  MIDI_OUTPUT,
  type MidiAccess,
} from '../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { notFound } from '../errors.js'
import { createNodeKernel, disposing } from '../platform/node-kernel.js'
import { DRAIN_AT_MOST_MS } from '../replay/play-file.js'
import { pageOverrides } from './node-midi.js'
import { queuedMessages } from './ordered-port.js'

export async function portsKernel(): Promise<Kernel> {
  return createNodeKernel(PLUGINS, { storage: memoryStorage(), overrides: await pageOverrides() })
}

/** @throws CliError `midi_unavailable` */
export async function withPorts<T>(work: (kernel: Kernel, access: MidiAccess) => Promise<T>): Promise<T> {
  return disposing(await portsKernel(), async kernel => work(kernel, await openPortsOf(kernel)))
}

/**
 * @param kernel kernel created with `pageOverrides`
 * @throws CliError `midi_unavailable`
 */
export async function openPortsOf(kernel: Kernel): Promise<MidiAccess> {
  await kernel.host.activate('midi-io')
  // Accessing the output opens the devices.
  void kernel.get(MIDI_OUTPUT).port
  const access = kernel.get(MIDI_ACCESS)
  await new Promise<void>(resolve => {
    const ready = () => access.view.getState().status !== 'PROMPT'
    if (ready()) return resolve()
    const stop = access.view.subscribe(() => {
      if (!ready()) return
      stop()
      resolve()
    })
  })
  if (access.view.getState().status === 'OK') return access
  const message =
    'Cannot open MIDI ports. Check that MIDI is available on this machine and that you have permission to use it.'
  throw notFound('midi_unavailable', message)
}

const SENT_MS = 40

export async function allSent(): Promise<void> {
  const until = performance.now() + DRAIN_AT_MOST_MS
  do await new Promise(resolve => setTimeout(resolve, SENT_MS))
  while (queuedMessages() > 0 && performance.now() < until)
}

export function portNamed<P extends InputPort>(ports: readonly P[], name: string, what: 'input' | 'output') {
  const same = (a: string) => a.toLowerCase() === name.toLowerCase()
  const found = ports.find(({ id }) => id === name) ?? ports.find(port => same(port.name))
  if (found) return found
  const known =
    ports.length === 0 ? 'connect one first' : `there is ${ports.map(port => `"${port.name}"`).join(', ')}`
  throw notFound('port_unknown', `There is no MIDI ${what} "${name}"; ${known}.`)
}
