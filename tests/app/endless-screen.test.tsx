import { act } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { GO_TO } from '../../src/core/events/app-events.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { openApp } from './open-app.js'

let renders = 0

function Endless() {
  const [count, setCount] = useState(0)
  useEffect(() => setCount(count + 1), [count])
  renders++
  return <p>Renders for ever</p>
}

const route = (path: string, screen: string) => ({ path, title: screen, screen, auth: true })
const plugin = makePlugin(
  'endless',
  { contributes: { routes: [route('/calm', 'Calm'), route('/endless', 'Endless')] } },
  {
    screens: {
      Calm: async () => ({ default: () => <p>Renders once</p> }),
      Endless: async () => ({ default: Endless }),
    },
  },
)

beforeEach(() => {
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

it('leaves a screen that renders for ever through its effects', async () => {
  const { kernel, screen } = await openApp('/calm', { plugins: [plugin], loggedIn: true })
  await screen.findByText('Renders once')
  // From here on as in a browser: act() would wait for the last of these renders.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = false
  kernel.events.emit(GO_TO, { path: '/endless' })
  await screen.findByText('Renders for ever')
  await vi.waitFor(() => expect(renders).toBeGreaterThan(100))

  kernel.events.emit(GO_TO, { path: '/calm' })
  await screen.findByText('Renders once')
  expect(screen.queryByText('Renders for ever')).toBeNull()
  environment.IS_REACT_ACT_ENVIRONMENT = true
  const before = renders
  await act(async () => undefined)
  expect(renders).toBe(before)
})
