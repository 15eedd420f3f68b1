import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePrinting } from '../../../src/core/react/hooks/use-printing.js'

const Paper = () => <p>{usePrinting() ? 'all bars' : 'a few bars'}</p>

it('content for paper is rendered when printing begins, and removed afterwards', () => {
  render(<Paper />)
  // Without `act`: the browser prints the page as soon as the event ends.
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getByText('all bars')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByText('a few bars')).toBeTruthy()
})
