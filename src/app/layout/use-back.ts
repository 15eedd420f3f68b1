import { useEffect } from 'react'

/** Resolves when the browser has left the closed overlay's history entry. */
let leaving: Promise<void> | undefined

const isOver = () => (history.state as { over?: unknown } | null)?.over === true

/** Makes the Back button close an open overlay instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return
    let [entered, ended] = [false, false]
    const onBack = () => {
      entered = false
      close()
    }
    const enter = () => {
      if (ended) return
      entered = true
      history.pushState({ ...history.state, over: true }, '')
      window.addEventListener('popstate', onBack)
    }
    if (leaving) void leaving.then(enter)
    else enter()
    return () => {
      ended = true
      window.removeEventListener('popstate', onBack)
      if (entered && isOver()) leave()
    }
  }, [open, close])
}

function leave(): void {
  const { scrollRestoration } = history
  // A command may have scrolled the page.
  history.scrollRestoration = 'manual'
  leaving = new Promise(resolve => {
    const left = () => {
      history.scrollRestoration = scrollRestoration
      leaving = undefined
      resolve()
    }
    window.addEventListener('popstate', left, { once: true })
  })
  history.back()
}

/** Navigates, and replaces the history entry of an open overlay. */
export async function goTo(navigate: (replace: boolean) => void): Promise<void> {
  await leaving
  navigate(isOver())
}
