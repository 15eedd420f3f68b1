// A file waits for the imports that it has started. Files share a process: an import that is still loading when a file
// ends is canceled, and then fails in every later file that imports the same module.
import { afterAll, vi } from 'vitest'

afterAll(() => vi.dynamicImportSettled())
