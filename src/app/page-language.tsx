/** Tells the page's language to the browser: a screen reader pronounces by it, and hyphens fall by it. */
import { useEffect } from 'react'
import { useText } from '../core/react/hooks/use-text.js'

export function PageLanguage() {
  const { language } = useText()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return null
}
