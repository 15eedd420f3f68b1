import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { useDrag } from '../../../src/core/react/hooks/use-drag.js'

const dropped: (number | undefined)[] = []
let escaped = 0

function Strip() {
  const drag = useDrag<number>(() => {
    escaped += 1
  })
  return (
    <div
      data-testid="strip"
      onPointerDown={() => drag.set(0)}
      onPointerMove={() => drag.set((drag.now() ?? 0) + 1)}
      onPointerUp={() => {
        dropped.push(drag.now())
        drag.set(undefined)
      }}
    >
      {drag.shown ?? 'nothing'}
    </div>
  )
}

const strip = () => screen.getByTestId('strip')

beforeEach(() => {
  dropped.length = 0
  escaped = 0
  render(<Strip />)
})

it('a drag ends at the release position, even before that position is rendered', () => {
  act(() => {
    for (const type of ['pointerdown', 'pointermove', 'pointermove', 'pointerup'])
      strip().dispatchEvent(new Event(type, { bubbles: true }))
  })
  expect(dropped).toEqual([2])
  expect(strip().textContent).toBe('nothing')
})

it('Escape cancels a drag and reaches no other listener', async () => {
  const heard: string[] = []
  const listen = ({ key }: KeyboardEvent) => heard.push(key)
  document.addEventListener('keydown', listen)
  const user = userEvent.setup()
  fireEvent.pointerDown(strip())
  fireEvent.pointerMove(strip())
  expect(strip().textContent).toBe('1')
  await user.keyboard('{Escape}')
  expect([strip().textContent, escaped, heard]).toEqual(['nothing', 1, []])
  fireEvent.pointerUp(strip())
  expect(dropped).toEqual([undefined])
  await user.keyboard('{Escape}')
  expect([escaped, heard]).toEqual([1, ['Escape']])
  document.removeEventListener('keydown', listen)
})
