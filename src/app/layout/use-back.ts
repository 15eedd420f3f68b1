import { useEffect } from 'react'

/** Resolves once the entry of what was closed is left. */
let leaving: Promise<void> | undefined

const isOver = () => (history.state as { over?: unknown } | null)?.over === true

/** Back closes what is over the page before it leaves the page. */
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
  // The page may have scrolled to what a command shows.
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

/** A new page takes the place of what was over the old one. */
export async function goTo(navigate: (replace: boolean) => void): Promise<void> {
  await leaving
  navigate(isOver())
}
