import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePrinting } from '../../../src/core/react/hooks/use-printing.js'

function Paper() {
  return <p>{usePrinting() ? 'all bars' : 'a few bars'}</p>
}

it('what is made for paper is there as soon as printing begins, and gone after it', () => {
  render(<Paper />)
  // Without `act`: the browser takes the page as it is when the event ends.
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getByText('all bars')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getByText('a few bars')).toBeTruthy()
})
