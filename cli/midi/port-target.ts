import { MIDI_OUTPUT, MIDI_SENT } from '../../src/plugins/midi-io/tokens.js'
import { notFound } from '../errors.js'
import type { Endings } from '../replay/endings.js'
import { DRAIN_AT_MOST_MS, type OpenTarget } from '../replay/target.js'
import { openPortsOf, portNamed, portsKernel } from './open-ports.js'
import { queuedMessages } from './ordered-port.js'

const GRACE_MS = 15

export async function openPortTarget(name: string, endings: Endings): Promise<OpenTarget> {
  const kernel = await portsKernel()
  try {
    const access = await openPortsOf(kernel)
    const { id, name: called } = portNamed(access.view.getState().outputs, name, 'output')
    kernel.commands.setContext('loggedIn', true)
    await kernel.commands.attempt('midi-io.select-output', { port: id })
    const output = kernel.get(MIDI_OUTPUT)
    let lastMs = Number.NEGATIVE_INFINITY
    const sent = kernel.events.on(MIDI_SENT, ({ at }) => {
      lastMs = Math.max(lastMs, at)
    })
    const stop = access.view.subscribe(({ outputs }) => {
      if (outputs.some(port => port.id === id)) return
      const message = `The MIDI output "${called}" is gone; what sounded there cannot be ended from here.`
      endings.fail(notFound('port_gone', message))
    })
    const drain = async () => {
      const until = performance.now() + DRAIN_AT_MOST_MS
      const isOut = () => performance.now() >= lastMs + GRACE_MS && queuedMessages() === 0
      while (!isOut() && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 2))
    }
    return {
      aheadMs: 0,
      send: (bytes, dueMs) => output.send(bytes, dueMs),
      drain,
      async close() {
        // Leaves nothing sounding, whatever failed before.
        output.silence()
        await drain()
        stop()
        sent.dispose()
        kernel.dispose()
      },
    }
  } catch (error) {
    kernel.dispose()
    throw error
  }
}
