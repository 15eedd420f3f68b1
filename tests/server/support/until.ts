// Waits for asynchronous conditions, however slow the machine is.
import { vi } from 'vitest'

export const until = <T>(holds: () => T | Promise<T>): Promise<T> => vi.waitFor(holds, 120_000)
