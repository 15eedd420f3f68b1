// Starts the product before the first end-to-end test and stops it after the last, when no answer may be off the contract.
import { callWitness } from '../../tests/server/contract/witnessed.js'
import { startProduct } from './product.js'

export default async function globalSetup(): Promise<() => Promise<void>> {
  const witness = callWitness()
  const product = await startProduct(witness.env)
  // Playwright's workers are started after this and inherit the environment.
  process.env.FRETWORK_E2E_URL = product.url
  process.env.FRETWORK_E2E_HOME = product.home
  await fetch(`${product.url}/tenant.json`)
  await witness.begun().catch(async error => {
    await product.stop()
    witness.remove()
    throw error
  })
  return async () => {
    await product.stop()
    const { deviations } = witness.report()
    witness.remove()
    if (deviations.length > 0) throw new Error(`Answers off the contract:\n${deviations.join('\n')}`)
  }
}
