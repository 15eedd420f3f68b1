// Waits for imports that a test file has started. Test files share a process: an import still loading when a
// file ends is canceled and then fails in every later file that imports the same module.
import { afterAll, vi } from 'vitest'

afterAll(() => vi.dynamicImportSettled())
