import { fireEvent, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useTypedAhead } from '../../../src/app/layout/typed-ahead.js'

function waiting() {
  const [away, heard] = [vi.fn(), vi.fn()]
  document.body.onkeydown = heard
  const { result, rerender } = renderHook(({ wait }) => useTypedAhead(wait, away), {
    initialProps: { wait: true },
  })
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key })
  }
  return { take: () => result.current(), press, away, heard, wait: (wait: boolean) => rerender({ wait }) }
}

it('typed text does not reach the page and is passed to the palette only once', () => {
  const { take, press, heard } = waiting()
  press('e', 'n', 'x', 'Backspace', 'd', ' ', 'Shift')
  expect(heard).toHaveBeenCalledOnce() // Shift alone types no text.
  expect(take()).toEqual({ text: 'end ', enter: false })
  press('Enter')
  expect(heard).toHaveBeenCalledTimes(2)
  expect(take()).toEqual({ text: '', enter: false })
})

it('typed text is captured again when the palette is reopened', () => {
  const { take, press, wait, heard } = waiting()
  take()
  wait(false)
  wait(true)
  press('e', 'Enter')
  expect(heard).not.toHaveBeenCalled()
  expect(take()).toEqual({ text: 'e', enter: true })
})

it('Enter ends the captured text, and later keys reach the page', () => {
  const { take, press } = waiting()
  press('e', 'Enter', 'x', 'Backspace')
  expect(take()).toEqual({ text: 'e', enter: true })
})

it('Escape discards the captured text and cancels the palette', () => {
  const { press, away, heard } = waiting()
  press('e', 'Escape')
  expect(away).toHaveBeenCalledOnce()
  expect(heard).not.toHaveBeenCalled()
})

it('shortcuts with Ctrl, Meta or Alt reach the page, as do all keys when nothing is loading', () => {
  const { take, heard, wait, press } = waiting()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  wait(false)
  press('a')
  expect(heard).toHaveBeenCalledTimes(2)
  expect(take()).toEqual({ text: '', enter: false })
})
