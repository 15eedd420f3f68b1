// Takes down what a screen's test rendered before the next test begins; does nothing in tests without a DOM.
import { afterEach } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  afterEach(cleanup)
}
