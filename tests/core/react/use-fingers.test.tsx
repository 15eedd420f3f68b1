import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useFingers } from '../../../src/core/react/hooks/use-fingers.js'

function Words() {
  return <p>{useFingers() ? 'Tap' : 'Press Space'}</p>
}

function pointer(coarse: boolean) {
  let matches = coarse
  const listeners = new Set<(event: { matches: boolean }) => void>()
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return matches && query.includes('coarse')
    },
    addEventListener: (_: string, run: (event: { matches: boolean }) => void) => listeners.add(run),
    removeEventListener: (_: string, run: (event: { matches: boolean }) => void) => listeners.delete(run),
  }))
  return (now: boolean) => {
    matches = now
    for (const run of listeners) run({ matches })
  }
}

afterEach(() => vi.unstubAllGlobals())

it('words for fingers are shown on a phone, and those for keys once a mouse is there', () => {
  const change = pointer(true)
  render(<Words />)
  expect(screen.getByText('Tap')).toBeTruthy()
  act(() => change(false))
  expect(screen.getByText('Press Space')).toBeTruthy()
})
