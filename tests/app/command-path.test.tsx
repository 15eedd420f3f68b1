// Limits the number of source files between each trigger of a command and its handler. The path is followed
// from the trigger to the registry, then from the registry to the handler, because React redraws in between.
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { KeyListener } from '../../src/app/key-listener.js'
import Palette from '../../src/app/palette/palette.js'
import { CommandRegistry } from '../../src/core/commands/command-registry.js'
import { useCommand } from '../../src/core/react/hooks/use-command.js'
import { KernelProvider } from '../../src/core/react/kernel-context.js'
import midiIo from '../../src/plugins/midi-io/index.js'
import { MIDI_FILTERS } from '../../src/plugins/midi-io/tokens.js'
import { fretwork } from '../cli/run-program.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { NEXT_PAGE, PEDAL } from '../plugins/midi-io/learn/learn-kernel.js'
import { openKernel } from '../support/open-kernel.js'
import { watchFiles } from '../support/watch-files.js'
import { layOutList } from './open-palette.js'

const MOST_FILES = 12
/** Clock, stores and fakes, and the code that starts the CLI's kernel. */
const TOOLS = /^(src\/core\/(platform|testing)|cli\/(packages|platform))\//
const COMMAND = 'trial.go'

const BINDINGS = JSON.stringify({ version: '2', on: true, bindings: [{ ...NEXT_PAGE, command: COMMAND }] })

beforeEach(layOutList)

function Button() {
  const { run, title } = useCommand(COMMAND)
  return (
    <button type="button" onClick={() => run()}>
      {title}
    </button>
  )
}

async function trial() {
  const handler = vi.fn()
  const commands = [{ id: COMMAND, title: 'Go on', keys: ['g'] }]
  const plugin = makePlugin('trial', { contributes: { commands } }, { commands: { [COMMAND]: handler } })
  const { kernel } = await openKernel({
    plugins: [midiIo, plugin],
    stored: { fretworkMidiLearn: BINDINGS },
    midi: { permission: 'granted', inputs: [PEDAL] },
    activate: ['midi-io', 'trial'],
  })
  return { kernel, handler }
}

type Trial = Awaited<ReturnType<typeof trial>>

/** Lists the files between the registry and the handler. The first run isn't counted. */
async function pathToHandler({ kernel, handler }: Trial): Promise<readonly string[]> {
  const filesSince = watchFiles()
  let path: readonly string[] = []
  handler.mockImplementation(() => {
    path = filesSince()
  })
  for (const _ of ['first', 'second']) {
    filesSince()
    await kernel.commands.attempt(COMMAND)
  }
  return path
}

/** Lists the files that run between trigger and registry. Ignores the first run, which loads modules. */
async function pathToRegistry(trigger: () => unknown, call: 'execute' | 'attempt') {
  const filesSince = watchFiles()
  const paths: (readonly string[])[] = []
  const registry = vi.spyOn(CommandRegistry.prototype, call).mockImplementation(async () => {
    paths.push(filesSince())
    return { ok: true, value: undefined }
  })
  for (const runs of [1, 2]) {
    filesSince()
    await trigger()
    await vi.waitFor(() => expect(paths).toHaveLength(runs))
  }
  registry.mockRestore()
  return paths.at(-1) ?? []
}

function expectShort(paths: readonly string[], start: string) {
  const path = [...new Set(paths)].filter(file => !TOOLS.test(file)).sort()
  expect(path.length, path.join('\n')).toBeLessThanOrEqual(MOST_FILES)
  expect(path).toContain(start)
  expect(path).toContain('src/core/kernel/plugin-host.ts')
}

it.each([
  ['a key', KeyListener, 'src/app/key-listener.tsx', () => fireEvent.keyDown(document.body, { key: 'g' })],
  [
    'a button',
    Button,
    'src/core/react/hooks/use-command.ts',
    () => fireEvent.click(screen.getByRole('button')),
  ],
  [
    'the palette',
    () => <Palette onClose={() => undefined} />,
    'src/app/palette/results/palette-item.ts',
    () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' }),
  ],
])('a command run by %s passes through at most twelve source files', async (_, Page, start, press) => {
  const tried = await trial()
  render(
    <KernelProvider kernel={tried.kernel}>
      <Page />
    </KernelProvider>,
    { wrapper: MantineProvider },
  )
  if (start.includes('palette')) await screen.findByRole('option', { selected: true })
  const path = await pathToRegistry(press, 'execute')
  expectShort([...path, ...(await pathToHandler(tried))], start)
})

it('a command run by a MIDI mapping passes through at most twelve source files', async () => {
  const tried = await trial()
  const [filter] = tried.kernel.host.extensionsOf(MIDI_FILTERS).getState()
  const press = () => {
    for (const value of [127, 0]) filter?.accepts?.([0xb0, NEXT_PAGE.number, value], PEDAL.id)
  }
  const path = await pathToRegistry(press, 'attempt')
  expectShort([...path, ...(await pathToHandler(tried))], 'src/plugins/midi-io/learn/midi-learn.ts')
})

it('a command run by the command line passes through at most twelve source files', async () => {
  const path = await pathToRegistry(() => fretwork('run', 'midi-io.panic'), 'attempt')
  const fromWords = path.filter(file => file.startsWith('cli/'))
  expectShort([...fromWords, ...(await pathToHandler(await trial()))], 'cli/commands/run/run.ts')
})
