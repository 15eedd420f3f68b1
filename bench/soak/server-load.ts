// Load requirement no. 25 for accounts: 32 clients send authenticated reads for 30 s without any error.
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { currentUser, login, type TokenPair } from '../../src/core/contract/auth.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/contract/tenant.js'
import { load } from '../server/load.js'
import { reportFigure } from '../support/harness.js'
import { send } from '../support/post.js'

const SECONDS = 30
const P99_LIMIT_MS = 200

const product = await startProduct({ FRETWORK_LOG_LEVEL: 'fatal' })
try {
  const body = { email: DEMO.email, password: DEMO.password }
  const { jwt } = (await send(product.url, login, { body })).body as TokenPair
  const headers = { [TENANT_HEADER]: DEFAULT_TENANT, authorization: `Bearer ${jwt}` }
  const ask = () => ({ method: 'GET' as const, path: currentUser.path })
  const { p99, perSecond } = await load(product.url, headers, ask, SECONDS)
  reportFigure('reads at 32 clients', perSecond, '≥ 50 /s')
  reportFigure('their p99', p99, `≤ ${P99_LIMIT_MS} ms`)
} finally {
  await product.stop()
}
