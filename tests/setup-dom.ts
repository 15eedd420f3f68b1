// Takes down what a screen's test rendered before the next test begins; does nothing in tests without a DOM.
import { afterEach } from 'vitest'

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // A file's first screen loads its modules on demand, which takes more than the usual second on a busy machine.
  configure({ asyncUtilTimeout: 10_000 })
  afterEach(cleanup)
}
