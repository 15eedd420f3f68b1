// Starts the product before the first end-to-end test and stops it after the last.
import { startProduct } from './product.js'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  // Playwright starts its workers later, and they inherit the environment.
  process.env.FRETWORK_E2E_URL = product.url
  process.env.FRETWORK_E2E_HOME = product.home
  return async () => {
    await product.stop()
  }
}
