// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { active, done, field, forgetPalette, layOutList, openPalette } from './open-palette.js'

beforeEach(layOutList)
afterEach(forgetPalette)

describe('the list of the palette', () => {
  it('goes to the ends of its list with Home and End, and around them with the arrows', async () => {
    const { user } = await openPalette()
    const first = screen.getAllByRole('option')[0]
    const last = () => active()?.getAttribute('aria-posinset') === active()?.getAttribute('aria-setsize')
    await user.keyboard('{End}')
    expect(last()).toBe(true)
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe(first)
    await user.keyboard('{ArrowUp}')
    expect(last()).toBe(true)
    await user.keyboard('{Home}{PageDown}')
    expect(last()).toBe(true)
    await user.keyboard('{PageUp}')
    expect(active()).toBe(first)
  })

  it('leaves Home and End to what is written, but for those with Ctrl', async () => {
    const { user } = await openPalette()
    await user.type(field(), 'e')
    const rows = screen.getAllByRole('option')
    expect(rows.length).toBeGreaterThan(2)
    await user.keyboard('{End}')
    expect(active()).toBe(rows[0])
    await user.keyboard('{Control>}{End}{/Control}')
    expect(active()?.getAttribute('aria-posinset')).toBe(active()?.getAttribute('aria-setsize'))
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(active()).toBe(rows[0])
  })

  it('chooses and runs what is clicked, and marks what the pointer moves over', async () => {
    const { user } = await openPalette()
    const [first, , third] = screen.getAllByRole('option') as HTMLElement[]
    if (!first || !third) throw new Error('The list is too short.')
    // Without having moved, the pointer is where the palette has opened or scrolled.
    fireEvent.pointerMove(third, { movementX: 0, movementY: 0 })
    expect(active()).toBe(first)
    fireEvent.pointerMove(third, { movementX: 0, movementY: 2 })
    expect(active()).toBe(third)
    await user.click(screen.getByRole('option', { name: /Light up/ }))
    await waitFor(() => expect(done).toEqual(['light']))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('keeps the focus in the field on Tab', async () => {
    const { user } = await openPalette()
    await user.tab()
    expect(document.activeElement).toBe(field())
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(field())
  })

  it('keeps the focus in the field when its list is clicked into', async () => {
    const { user } = await openPalette()
    await user.click(screen.getByText('Fretwork', { selector: '[data-index][role=presentation]' }))
    expect(document.activeElement).toBe(field())
  })
})
