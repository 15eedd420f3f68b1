// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createEvent } from '../../../../../src/core/events/event-bus.js'
import { makePlugin } from '../../../../core/kernel/make-plugin.js'
import { openWorkshop } from '../../workshop-screen.js'

const PLUCKED = createEvent<{ string: number }>('neck.plucked')
const neck = makePlugin(
  'neck',
  { contributes: { commands: [{ id: 'neck.pluck', title: 'Pluck' }] } },
  {
    commands: {
      'neck.pluck': () => {
        throw new Error('The string is torn.')
      },
    },
  },
)

async function open(languages?: readonly string[]) {
  const opened = await openWorkshop('InspectorPage', { plugins: [neck], languages })
  const { kernel, clock } = opened
  const pluck = async (...strings: readonly number[]) => {
    for (const string of strings) kernel.events.emit(PLUCKED, { string })
    await act(() => clock.advance(100))
  }
  /** The list's rows, as they are read. */
  const rows = () => screen.queryAllByRole('option').map(row => row.textContent ?? '')
  const start = async () => {
    await opened.user.click(await screen.findByRole('button', { name: 'Start inspector' }))
    await screen.findByRole('button', { name: 'Stop inspector' })
    await act(() => clock.advance(100))
    await opened.user.click(screen.getByRole('button', { name: 'Clear' }))
  }
  return { ...opened, pluck, rows, start }
}

describe('the inspector', () => {
  it('shows nothing until it is started, and then what happens, newest first', async () => {
    const { pluck, rows, start } = await open()
    await pluck(1)
    expect(await screen.findByText(/Start the inspector to record/)).toBeTruthy()
    await start()
    await pluck(5, 6)
    expect(rows()).toHaveLength(2)
    expect(rows()[0]).toContain('Eventneck.pluckedneck')
    expect(rows()[0]).toContain('{"string":6}')
  })

  it('shows an indicator on every page while it runs, which also stops it', async () => {
    const { kernel, start, user } = await open()
    expect(screen.queryByRole('complementary')).toBeNull()
    await start()
    const sign = await screen.findByRole('complementary', { name: 'Inspector running' })
    expect(kernel.commands.isEnabled('workshop.stop-inspector')).toBe(true)
    await user.click(within(sign).getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(kernel.commands.isEnabled('workshop.start-inspector')).toBe(true)
  })

  it('shows a command that failed with its error, and everything about it on demand', async () => {
    const { kernel, clock, start, user } = await open()
    await start()
    await act(async () => void (await kernel.commands.execute('neck.pluck')))
    await act(() => clock.advance(100))
    const failed = await screen.findByRole('option', { name: /neck\.pluck/ })
    expect(failed.textContent).toContain('✕ The string is torn.')
    await user.click(failed)
    const detail = screen.getByRole('region', { name: 'Selected entry' })
    expect(detail.textContent).toContain('"error": "The string is torn."')
    await user.click(within(detail).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Selected entry' })).toBeNull()
  })

  it('filters by kind and words, holds still, and clears', async () => {
    const { pluck, rows, start, user } = await open()
    await start()
    await pluck(1, 2)
    await user.type(screen.getByRole('textbox', { name: 'Filter activity' }), '"string":2')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.clear(screen.getByRole('textbox', { name: 'Filter activity' }))
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await pluck(3)
    expect(rows()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText(/No activity yet/)).toBeTruthy()
  })

  it('lays out the rows in sight only, and is walked through by keys', async () => {
    const { pluck, rows, start, user } = await open()
    await start()
    await pluck(...Array.from({ length: 1200 }, (_, index) => index))
    expect(rows().length).toBeLessThan(40)
    expect(screen.getByText('200 older entries were removed.')).toBeTruthy()
    const list = screen.getByRole('listbox')
    list.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen.getAttribute('aria-posinset')).toBe('2')
    expect(list.getAttribute('aria-activedescendant')).toBe(chosen.id)
  })

  it('speaks German', async () => {
    await open(['de'])
    expect(await screen.findByRole('button', { name: 'Inspektor starten' })).toBeTruthy()
  })
})
