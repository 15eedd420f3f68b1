import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from '../../../../../src/core/platform/store.js'
import { useRested } from '../../../../../src/plugins/fretboard/ui/neck/neck-summary-text.js'

const REST_MS = 1000

it('useRested updates only after the value has been stable for the delay', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const store = createStore('silence')
  const Words = () => <p>{useRested(store, REST_MS)}</p>
  render(<Words />)
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  store.setState('C E G', true)
  wait(REST_MS - 1)
  expect(screen.getByText('silence')).toBeTruthy()
  wait(1)
  expect(screen.getByText('C E G')).toBeTruthy()
})
