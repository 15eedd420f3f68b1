import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../../../../../src/core/platform/store.js'
import { useRested } from '../../../../../src/plugins/fretboard/ui/neck/neck-summary-text.js'

const REST_MS = 1000

function shown() {
  const store = createStore('silence')
  let renders = 0
  function Words() {
    renders += 1
    return <p>{useRested(store, REST_MS)}</p>
  }
  render(<Words />)
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  return { set: (words: string) => store.setState(words, true), wait, renders: () => renders }
}

describe('what is read once it rests', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is shown when it has been the same for a while', () => {
    const { set, wait } = shown()
    set('C E G')
    wait(REST_MS - 1)
    expect(screen.getByText('silence')).toBeTruthy()
    wait(1)
    expect(screen.getByText('C E G')).toBeTruthy()
  })
})
