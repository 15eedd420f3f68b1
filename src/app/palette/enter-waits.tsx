/**
 * Enter means the list that answers what is written. Pressed in the moment before the list has followed, it would
 * run the first row of the old one: it is held back until the two agree. Mounted before the list, and so asked first.
 */
import { useKBar } from 'kbar'
import { useEffect, useRef } from 'react'

export function EnterWaits() {
  const { query, search } = useKBar(state => ({ search: state.searchQuery }))
  const answered = useRef(search)
  answered.current = search

  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const field = event.target
      if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return
      if (field !== query.getInput() || field.value === answered.current) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const again = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      requestAnimationFrame(() => field.dispatchEvent(again))
    }
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [query])

  return null
}
