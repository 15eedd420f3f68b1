// Checks plans and error codes in the documentation against the server.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_PRODUCTS } from '../../../server/billing/products.js'
import { hasFeature } from '../../../server/users/features.js'
import { PLAN_TABLE } from '../../../src/core/auth/plans.js'
import { DOWNLOAD_HTML } from '../../../src/core/contract/claims.js'
import { ERRORS } from '../../../src/core/contract/errors.js'

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => ({ name: join('server', name), text: readFileSync(join('server', name), 'utf8') }))

/** Rows of the table in `docs/operating.md`: each feature with the side that checks it. */
const rows = readFileSync('docs/operating.md', 'utf8')
  .split('## Plans and billing')[1]
  ?.split('## ')[0]
  ?.split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
  .filter(cells => cells.length === 5 && /^the (application|server)/.test(cells[3] ?? ''))
  .map(([, feature = '', , checked = '']) => ({
    features: [...feature.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    isServer: checked.startsWith('the server'),
  }))

/** Features that require no plan. */
const FREE: readonly string[] = PLAN_TABLE.free

it('the plan feature table in operating.md is complete', () => {
  const sold = DEFAULT_PRODUCTS.flatMap(({ level, features }) => (level ? [] : features))
  const opened = [...Object.values(PLAN_TABLE).flat(), ...sold].filter(feature => !FREE.includes(feature))
  const documented = rows?.filter(({ isServer }) => !isServer).flatMap(({ features }) => features)
  expect(documented?.toSorted()).toEqual(opened.toSorted())
})

it('each plan level includes all lower-level features and no higher-level ones', () => {
  expect(hasFeature(['SubscriptionLevel.Pro'], 'SubscriptionLevel.Basic')).toBe(true)
  expect(hasFeature(['SubscriptionLevel.Pro'], 'SubscriptionLevel.Enterprise')).toBe(false)
  expect(hasFeature(['SubscriptionLevel.Enterprise'], DOWNLOAD_HTML)).toBe(false)
})

/** Error codes composed at run time. */
const COMPOSED = ['password_same', 'email_same']

it('the server uses every contract error code', () => {
  const all = sources.map(({ text }) => text).join('')
  const unused = Object.keys(ERRORS).filter(code => !all.includes(`'${code}'`) && !COMPOSED.includes(code))
  expect(unused).toEqual([])
})
