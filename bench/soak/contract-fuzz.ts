// Fuzzes the API. `FRETWORK_SEED` repeats a run. `FRETWORK_MINUTES` sets its length (five minutes by
// default).
import fc from 'fast-check'
import { deviationsOf } from '../../cli/commands/api/check/deviations.js'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { login } from '../../src/core/contract/auth.js'
import { CALLS } from '../../src/core/contract/endpoints.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/contract/tenant.js'
import { drafts, entryOf, inputOf, urlOf } from '../../tests/server/contract/calls.js'
import { reportFigure } from '../support/harness.js'
import { send } from '../support/post.js'

const MINUTES = Number(process.env.FRETWORK_MINUTES ?? 5)
const SEED = Number(process.env.FRETWORK_SEED ?? Date.now() % 1_000_000)
const CLIENTS = 8
const CALLS_PER_ROUND = 400
/** Minimum number of calls for a meaningful run. */
const LEAST_CALLS = MINUTES * 1000

/** Logging out would turn every later response into a 401. */
const calls = CALLS.filter(({ name }) => name !== 'auth.logout')

async function main(): Promise<void> {
  process.stdout.write(`  seed ${SEED}\n`)
  const product = await startProduct()
  const until = Date.now() + MINUTES * 60_000
  let sent = 0
  let jwt: string | undefined
  const enter = async () => {
    const body = { email: DEMO.email, password: DEMO.password }
    const answer = await send(product.url, login, { body })
    jwt = (answer.body as { jwt?: string }).jwt
  }
  const known = () => ({ email: [DEMO.email, DEMO.adminEmail], page: [1, 1, 1] })

  async function call(draft: Parameters<typeof inputOf>[0]): Promise<void> {
    const endpoint = entryOf(draft.name)
    const input = inputOf(draft, known())
    const hasBody = endpoint.method !== 'GET' && input.body !== undefined
    const answer = await fetch(`${product.url}${urlOf(endpoint, input)}`, {
      method: endpoint.method,
      redirect: 'manual',
      headers: {
        [TENANT_HEADER]: DEFAULT_TENANT,
        ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: JSON.stringify(input.body) }),
    })
    const text = await answer.text()
    sent += 1
    if (answer.status === 401 && endpoint.auth === 'bearer') await enter()
    const headers = Object.fromEntries(answer.headers)
    const found = deviationsOf(endpoint, { status: answer.status, headers, text })
    if (answer.status >= 500 && answer.status !== 501) found.push(`${endpoint.name} answers ${answer.status}`)
    if (found.length > 0) throw new Error(`${found.join('\n')}\n${JSON.stringify(draft)}\n${text}`)
  }

  try {
    await enter()
    for (let round = 0; Date.now() < until; round += 1) {
      const made = fc.sample(drafts(calls), { seed: SEED + round, numRuns: CALLS_PER_ROUND })
      const client = async () => {
        for (let next = made.pop(); next && Date.now() < until; next = made.pop()) await call(next)
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
    }
    reportFigure('calls answered as the contract says', sent, `≥ ${LEAST_CALLS} calls`)
  } finally {
    await product.stop()
  }
}

await main()
