/** Faults that the way to a port must not have, each put into a copy of its source. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { vi } from 'vitest'
import * as portState from '../../../../src/core/music/midi/port-state.js'

const LANE = new URL('../../../../src/plugins/midi-io/output/output-lane.ts', import.meta.url)
const MODULES: Readonly<Record<string, unknown>> = {
  '../../../core/music/midi/port-state.js': portState,
}

export interface Fault {
  readonly name: string
  /** A piece of the source, once in it, and its replacement. */
  readonly from: string
  readonly to: string
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'what is held goes out after the silence all the same',
    from: 'held.clear()\n      settle(Number.POSITIVE_INFINITY)',
    to: 'settle(Number.POSITIVE_INFINITY)',
  },
  {
    name: 'a silence overtakes what the port has already',
    from: 'Math.max(last, clock.now() + OUTPUT_DELAY_MS) + 1',
    to: 'clock.now() + OUTPUT_DELAY_MS + 1',
  },
  {
    name: 'a silence does not end what the port has already and has not sent yet',
    from: 'settle(Number.POSITIVE_INFINITY)\n      const quiet',
    to: 'const quiet',
  },
  { name: 'what is played next overtakes the silence', from: '      floor = at\n', to: '' },
  {
    name: 'what a port had that went is forgotten',
    from: 'if (leavesSounding(bytes)) sounding.apply(bytes)',
    to: '{}',
  },
  {
    name: 'the ends that a port could not send any more are not sent when it is back',
    from: 'if (clock.now() < floor) owed = ends',
    to: '',
  },
  {
    name: 'what sounds is known in the order of the calls',
    from: 'addByTime(ahead, { bytes, at })',
    to: 'sounding.apply(bytes)',
  },
  {
    name: 'what is held comes behind a later call for the same moment',
    from: 'held.until(atMs)\n        handOver',
    to: 'handOver',
  },
  {
    name: 'what is held and due earlier waits for what was held before',
    from: 'if (due === this.timerFor) return',
    to: 'if (this.timerFor !== undefined && due !== undefined) return',
  },
  {
    name: 'everything is handed over at once',
    from: 'if (atMs - clock.now() <= HOLD_BEYOND_MS)',
    to: 'if (atMs > 0)',
  },
]

/** The output over a lane with the fault. @throws Error where the source no longer has the place of the fault */
export async function outputWith({ name, from, to }: Fault) {
  const source = readFileSync(LANE, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`output-lane.ts has no one place for “${name}”.`)
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
  const code = ts.transpileModule(source.replace(from, to), { compilerOptions }).outputText
  const lane: Record<string, unknown> = {}
  new Function('exports', 'require', code)(lane, (id: string) => MODULES[id])
  vi.resetModules()
  vi.doMock('../../../../src/plugins/midi-io/output/output-lane.js', () => lane)
  const { createMidiOutput } = await import('../../../../src/plugins/midi-io/output/midi-output.js')
  vi.doUnmock('../../../../src/plugins/midi-io/output/output-lane.js')
  // The next import of the output in this process gets the one without the fault.
  vi.resetModules()
  return createMidiOutput
}
