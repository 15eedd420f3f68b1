// Before the first test that starts the product as a process of its own: `tests/support/built.ts`.
import { ensureBuilt } from '../scripts/lib/build/ensure-built.mjs'

export default () => ensureBuilt()
