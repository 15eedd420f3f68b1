import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunningCommands } from '../../../src/app/layout/running-commands.js'
import type { CommandControl } from '../../../src/core/commands/command-runs.js'
import { kernelWith } from '../../core/kernel/make-plugin.js'
import { showIn } from '../../core/react/shown.js'

async function working() {
  const kernel = await kernelWith([])
  const controls: CommandControl[] = []
  const ends: ((value?: unknown) => void)[] = []
  const command = { id: 'songs.import', title: 'Import', busy: 'parallel' } as const
  kernel.commands.register(command, 'songs', (_args, control) => {
    controls.push(control)
    return new Promise(resolve => ends.push(resolve))
  })
  const user = await showIn(
    kernel,
    <>
      <main id="main" tabIndex={-1} />
      <RunningCommands />
    </>,
  )
  const wait = (ms: number) => act(() => kernel.platform.clock.advance(ms))
  const execute = () => act(async () => void kernel.commands.execute('songs.import'))
  return { kernel, controls, ends, wait, execute, user }
}

const bars = () => screen.queryAllByRole('progressbar', { name: 'Import' })

describe('what runs', () => {
  it('is shown once it takes longer than 400 ms, and said, with how far it is where it knows', async () => {
    const { controls, ends, wait, execute } = await working()
    await execute()
    await wait(399)
    expect(bars()).toEqual([])
    expect(screen.getByRole('status').textContent).toBe('')
    await wait(1)
    expect([bars().length, screen.getByRole('status').textContent]).toEqual([1, '“Import” is running.'])
    expect(bars()[0]?.hasAttribute('aria-valuenow')).toBe(false)
    act(() => controls[0]?.progress(0.25, 'Reading'))
    expect(bars()[0]?.getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByText('Reading')).toBeTruthy()
    expect(screen.getByText('25 %')).toBeTruthy()
    await act(async () => ends[0]?.())
    expect(bars()).toEqual([])
  })

  it('can be cancelled, one by one, and the focus is not lost', async () => {
    const { kernel, controls, wait, execute, user } = await working()
    await execute()
    await wait(300)
    await execute()
    await wait(100)
    expect(bars()).toHaveLength(1)
    await wait(300)
    expect(bars()).toHaveLength(2)
    const [first] = screen.getAllByRole('button', { name: 'Cancel: Import' })
    if (first) await user.click(first)
    expect(controls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    expect(bars()).toHaveLength(1)
    expect([document.activeElement?.id, kernel.platform.clock.pending]).toEqual(['main', 0])
  })
})
