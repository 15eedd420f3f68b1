import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Select } from '../../../../src/core/react/inputs/select.js'
import { show } from '../shown.js'

const tunings = ['Standard', 'Drop D', 'Open G', 'DADGAD']

const open = (searchable: boolean, openOnFocus = false) =>
  show(
    <Select
      label="Tuning"
      data={tunings}
      defaultValue="Drop D"
      searchable={searchable}
      openOnFocus={openOnFocus}
      nothingFoundMessage="No tunings"
    />,
  )
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tuning' })
/** Waits for the timers that highlight an option. */
const settled = () => act(() => new Promise(resolve => setTimeout(resolve, 10)))
const highlighted = () =>
  document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
const expectNamed = () => {
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
}

describe.each([
  { kind: 'a plain select', searchable: false },
  { kind: 'a searchable select', searchable: true },
])('$kind', ({ searchable }) => {
  it('an arrow key opens the list at the selected option', async () => {
    const user = await open(searchable)
    for (const _ of ['for the first time', 'and once more']) {
      await user.tab()
      await user.keyboard('{ArrowDown}')
      await settled()
      expect(highlighted()).toBe('Drop D')
      await user.keyboard('{ArrowDown}')
      expect(highlighted()).toBe('Open G')
      await user.keyboard('{Escape}')
      await user.tab()
      await settled()
    }
  })

  it('selecting the current option again keeps it selected', async () => {
    const user = await open(searchable)
    await user.click(box())
    await user.click(screen.getByRole('option', { name: 'Drop D' }))
    expect(box().value).toBe('Drop D')
  })

  it('aria-controls references the rendered list each time it opens', async () => {
    const user = await open(searchable)
    for (const _ of ['for the first time', 'and once more']) {
      await user.click(box())
      await settled()
      expectNamed()
      await user.keyboard('{ArrowDown}{Enter}')
      await user.tab()
      await settled()
      expect(box().getAttribute('aria-expanded')).toBe('false')
    }
    expect(box().value).toBe('DADGAD')
  })

  it('a select’s list is rendered only while the select has focus', async () => {
    const user = await open(searchable)
    expect(screen.queryAllByRole('option', { hidden: true })).toEqual([])
    await user.click(box())
    expect(screen.getAllByRole('option')).toHaveLength(4)
    await user.tab()
    await vi.waitFor(() => expect(screen.queryAllByRole('option', { hidden: true })).toEqual([]))
  })
})

it.each([
  ['d', 'DADGAD'],
  ['open g', 'Open G'],
  [' d', 'DADGAD'],
])('typing "%s" in a select without search selects the option with that prefix', async (typed, chosen) => {
  const onChange = vi.fn()
  const user = await show(<Select label="Tuning" data={tunings} value="Drop D" onChange={onChange} />)
  await user.tab()
  await settled()
  await user.keyboard(typed)
  expect(onChange.mock.lastCall?.[0]).toBe(chosen)
})

it('a select that opens on focus references its list immediately', async () => {
  const user = await open(true, true)
  await user.tab()
  await settled()
  expectNamed()
})

it('a click selects the text, Enter picks the first match and Escape restores the text', async () => {
  const user = await open(true)
  await user.click(box())
  await user.keyboard('open')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Open G'])
  expect(highlighted()).toBe('Open G')
  await user.keyboard('x')
  expect(screen.getByRole('status').textContent).toBe('No tunings')
  await user.keyboard('{Escape}')
  expect([box().value, box().hasAttribute('aria-activedescendant')]).toEqual(['Drop D', false])
  await settled()
  await user.keyboard('d{Enter}')
  expect(box().value).toBe('Standard')
  await settled()
  await user.keyboard('open g')
  await settled()
  await user.keyboard('{Enter}')
  expect(box().value).toBe('Open G')
})

it('a select without a value is cleared after a choice', async () => {
  const user = await show(<Select label="Tuning" data={tunings} searchable value={null} />)
  await user.click(box())
  await user.keyboard('Open{Enter}')
  expect(box().value).toBe('')
})
