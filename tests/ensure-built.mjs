// Builds the product before the first test that starts it as a separate process (`tests/support/built.ts`).
import { ensureBuilt } from '../scripts/lib/build/ensure-built.mjs'

export default () => ensureBuilt()
