import { expect, it } from 'vitest'
import { createStore } from '../../../src/core/platform/store.js'

it('reports its watchers of a change, with the state before it', () => {
  const store = createStore({ fret: 0, string: 1 })
  const heard: unknown[] = []
  const stop = store.subscribe((now, before) => heard.push([now, before]))
  store.setState({ fret: 5 })
  stop()
  store.setState({ fret: 7 })
  expect(heard).toEqual([
    [
      { fret: 5, string: 1 },
      { fret: 0, string: 1 },
    ],
  ])
  expect(store.getInitialState()).toEqual({ fret: 0, string: 1 })
})
