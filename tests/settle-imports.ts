// A file waits for what it has begun to load. Files share a process: what is on its way when one of them ends is given
// up there and then, and every later file that wants the same module is told so for good.
import { afterAll, vi } from 'vitest'

afterAll(() => vi.dynamicImportSettled())
