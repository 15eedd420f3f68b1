// Each file starts on a fresh page, and what a test rendered is removed before the next; does nothing without a DOM.
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { setPageAddress } from './page-address.js'
import { setWindowWidth } from './window-width.js'

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 120_000 })
  afterEach(cleanup)

  // Files share one window: a link that is followed, or a file that is saved, in one of them leads all of it away.
  beforeEach(() => {
    setPageAddress('http://localhost:3000/')
    // A laptop's: the drawers of both sides have room next to the page.
    setWindowWidth(1440)
    // What one test has opened is not open in the next.
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
