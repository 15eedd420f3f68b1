// The library's own palette with the same 5,000 commands, using its search and list without Fretwork's code.
import {
  KBarPortal,
  KBarPositioner,
  KBarProvider,
  KBarResults,
  KBarSearch,
  useKBar,
  useMatches,
  VisualState,
} from 'kbar'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { titles } from './titles.js'

const actions = titles().map((name, index) => ({ id: String(index), name, perform: () => undefined }))

function Open() {
  const { query } = useKBar()
  useEffect(() => query.setVisualState(VisualState.showing), [query])
  return null
}

function Results() {
  const { results } = useMatches()
  // Counts each completed search, even if the first rows stay the same.
  const searches = useRef<{ results?: typeof results; count: number }>({ count: 0 })
  if (searches.current.results !== results) searches.current = { results, count: searches.current.count + 1 }
  return (
    <>
      <KBarResults
        items={results}
        maxHeight={420}
        onRender={({ item }) => (
          <div style={{ padding: 10 }}>{typeof item === 'string' ? item : item.name}</div>
        )}
      />
      <p>{searches.current.count}</p>
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <KBarProvider actions={actions} options={{ animations: { enterMs: 0, exitMs: 0 } }}>
    <Open />
    <KBarPortal>
      <KBarPositioner>
        <div style={{ width: 600, background: 'white' }}>
          <KBarSearch />
          <Results />
        </div>
      </KBarPositioner>
    </KBarPortal>
  </KBarProvider>,
)
