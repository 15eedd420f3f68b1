// Resets the page for each test file and removes rendered components after each test. Does nothing without a
// DOM.
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { setPageAddress } from './page-address.js'
import { setWindowWidth } from './window-width.js'

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 120_000 })
  afterEach(cleanup)

  // Test files share one window, so following a link or saving a file would navigate away in all of them.
  beforeEach(() => {
    setPageAddress('http://localhost:3000/')
    // Width of a laptop, where both sidebars fit next to the page.
    setWindowWidth(1440)
    // Panels opened by one test must not be open in the next.
    sessionStorage.clear()
  })
  beforeAll(() => {
    localStorage.clear()
    sessionStorage.clear()
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
  })
}
