import { isSendable } from '../../src/music/midi/midi-message.js'
import { REPLAYER } from '../../src/plugins/diagnostics/tokens.js'
import { MIDI_ACCESS, MIDI_EVENT, MIDI_OUTPUT } from '../../src/plugins/midi-io/tokens.js'
import { EXIT, wrongUsage } from '../errors.js'
import { printJson, printLine } from '../io/print.js'
import { nodeClock } from '../platform/node-platform.js'
import { untilEnded } from '../replay/endings.js'
import { createLineWriter } from '../replay/line-writer.js'
import { allSent, portNamed, withPorts } from './open-ports.js'

export function ports({ json }: { json?: boolean }): Promise<void> {
  return withPorts(async (_kernel, access) => {
    const { inputs, outputs } = access.view.getState()
    if (json) {
      const portsOf = (direction: 'input' | 'output', list: typeof inputs) =>
        list.map(({ id, name, manufacturer }) => ({ direction, id, name, manufacturer }))
      printJson([...portsOf('input', inputs), ...portsOf('output', outputs)])
      return
    }
    for (const [what, list] of Object.entries({ inputs, outputs })) {
      printLine(`${what}:${list.length === 0 ? ' none' : ''}`)
      for (const { id, name, manufacturer } of list) {
        const more = [manufacturer, id === name ? '' : id].filter(Boolean).join(', ')
        printLine(`  ${name}${more ? ` (${more})` : ''}`)
      }
    }
  })
}

interface MonitorOptions {
  readonly port?: readonly string[]
  readonly format: 'text' | 'ndjson'
  readonly for?: number
}

/** Prints MIDI events until Ctrl-C, which sets exit code 130. */
export function monitor(options: MonitorOptions): Promise<number> {
  const { port, format, for: seconds = Number.POSITIVE_INFINITY } = options
  return untilEnded(endings =>
    withPorts(async (kernel, access) => {
      const onClosed = () => endings.end(EXIT.ok)
      const lines = createLineWriter(process.stdout, { batched: false, onClosed })
      const { inputs } = access.view.getState()
      const wanted = port?.map(name => portNamed(inputs, name, 'input').id)
      if (inputs.length === 0) process.stderr.write('No MIDI inputs yet. Connect a device at any time.\n')
      await kernel.host.activate('diagnostics')
      const replayer = await kernel.get(REPLAYER)()
      const listening = kernel.events.on(MIDI_EVENT, event => {
        if (wanted && !wanted.includes(event.portId)) return
        void lines.write(replayer.format(event, format))
      })
      await new Promise<void>(resolve => {
        endings.signal.addEventListener('abort', () => resolve())
        // The timer keeps Node running even if there are no ports.
        const timer = nodeClock.after(seconds * 1000, resolve)
        endings.signal.addEventListener('abort', () => timer.dispose())
        if (endings.signal.aborted) resolve()
      })
      listening.dispose()
      await lines.end()
      return EXIT.ok
    }),
  )
}

export async function send(words: readonly string[], { port }: { port: string }): Promise<void> {
  const bytes = words.map(word => {
    const byte = Number(word)
    if (word.trim() !== '' && Number.isInteger(byte) && byte >= 0 && byte <= 255) return byte
    throw wrongUsage('byte_invalid', `"${word}" is not a byte; use whole numbers from 0 to 255.`)
  })
  if (!isSendable(bytes))
    throw wrongUsage('message_invalid', `These bytes are not a MIDI message: ${bytes.join(' ')}.`)
  return withPorts(async (kernel, access) => {
    const { id } = portNamed(access.view.getState().outputs, port, 'output')
    // Send directly, because the song output would end the note.
    kernel.get(MIDI_ACCESS).find(id)?.send(bytes, performance.now())
    await allSent()
  })
}

export function panic({ port }: { port?: string }): Promise<void> {
  return withPorts(async (kernel, access) => {
    const { outputs } = access.view.getState()
    const wanted = port === undefined ? outputs : [portNamed(outputs, port, 'output')]
    kernel.commands.setContext('loggedIn', true)
    for (const { id } of wanted) {
      await kernel.commands.attempt('midi-io.select-output', { port: id })
      kernel.get(MIDI_OUTPUT).panic()
    }
    await allSent()
    process.stderr.write(`${wanted.length} ${wanted.length === 1 ? 'output is' : 'outputs are'} silenced.\n`)
  })
}
