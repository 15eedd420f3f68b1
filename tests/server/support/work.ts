// What statements cost the database: the rows they read and the pages they touch, from their plans.
import type { Database } from '../../../server/database/connection.js'
import type { Scope } from '../../../server/database/transactions.js'

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

export interface Work {
  readonly rows: number
  /** Of 8 kB, from memory or disk. */
  readonly buffers: number
}

/** Runs `work`, then each of its statements again under EXPLAIN. Changes are made twice. */
export function workOf(
  database: Database,
  tenant: string,
  work: (scope: Scope) => Promise<unknown>,
): Promise<Work> {
  return database.inTenant(tenant, async scope => {
    const client = scope.sql.$client
    const statements: { readonly text: string; readonly values: unknown[] }[] = []
    const { query } = client
    const run = query.bind(client) as (...given: unknown[]) => Promise<{ rows: unknown[] }>
    Object.assign(client, {
      query: (asked: { readonly text: string }, values: unknown[]) => {
        statements.push({ text: asked.text, values })
        return run(asked, values)
      },
    })
    await work(scope).finally(() => Object.assign(client, { query }))
    const total = { rows: 0, buffers: 0 }
    for (const { text, values } of statements) {
      const { rows } = await run(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values)
      const [explained] = rows as { readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }[]
      if (!explained) throw new Error(`No plan of ${text}`)
      const [{ Plan: plan }] = explained['QUERY PLAN']
      total.rows += rowsRead(plan)
      total.buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    return total
  })
}

function rowsRead(plan: Plan): number {
  const dropped = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name'] ? (plan['Actual Rows'] + dropped) * plan['Actual Loops'] : 0
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)
}
