// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { usePrinting } from '../../../src/core/react/hooks/use-printing.js'

function Paper() {
  return <p>{usePrinting() ? 'all bars' : 'a few bars'}</p>
}

describe('what is made for paper', () => {
  it('is there as soon as printing begins, and gone after it', () => {
    render(<Paper />)
    // Without `act`: the browser takes the page as it is when the event ends.
    window.dispatchEvent(new Event('beforeprint'))
    expect(screen.getByText('all bars')).toBeTruthy()
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(screen.getByText('a few bars')).toBeTruthy()
  })
})
