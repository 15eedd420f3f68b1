import { describe, expect, it } from 'vitest'
import { has, levelOf, openedBy, PLAN_TABLE } from '../../../src/core/auth/plans.js'
import {
  FEATURE_CLAIM,
  hasAddOn,
  hasDownloadHTML,
  hasExpired,
  hasRoles,
  isAdmin,
  planLevel,
  ROLE_CLAIM,
  readClaims,
} from '../../../src/core/contract/claims.js'
import { followPlan } from '../../../src/core/kernel/kernel.js'
import { makeRegistry } from '../commands/make-registry.js'
import { jwtOf, tokenOf } from './session.js'

const claimsOf = (features: string) => readClaims(tokenOf({ features }))
const [free, basic] = [claimsOf(''), claimsOf('SubscriptionLevel.Basic')]
const pro = claimsOf('SubscriptionLevel.Pro')
const enterprise = claimsOf('SubscriptionLevel.Enterprise')

it('logged-out users and users without a plan level have the free plan', () => {
  expect([undefined, free, basic].map(levelOf)).toEqual(['free', 'free', 'Basic'])
})

it.each([
  ['neck', 'free'],
  ['songs', 'Basic'],
  ['tunings', 'Basic'],
  ['shapes', 'Basic'],
  ['positions', 'Pro'],
  ['Enterprise', 'Enterprise'],
])('the feature %s requires at least the %s plan', (feature, from) => {
  const all = { free, Basic: basic, Pro: pro, Enterprise: enterprise }
  const open = Object.entries(all).filter(([, claims]) => has(claims, feature))
  expect(open[0]?.[0]).toBe(from)
  expect(open).toHaveLength(4 - Object.keys(PLAN_TABLE).indexOf(from))
  expect(openedBy(feature)).toBe(from)
})

it('add-ons are not part of any plan and have separate claims', () => {
  expect(has(enterprise, 'AddOn.Sampler')).toBe(false)
  expect(has(claimsOf('AddOn.Sampler'), 'AddOn.Sampler')).toBe(true)
  expect(has(claimsOf('Download.HTML'), 'Download.HTML')).toBe(true)
  expect([has(pro, 'Download.HTML'), openedBy('Download.HTML')]).toEqual([
    false,
    'the add-on “Download as HTML”',
  ])
  expect(openedBy('AddOn.Unheard')).toBe('AddOn.Unheard')
})

it('when-conditions are updated when the plan changes', () => {
  const { commands } = makeRegistry()
  followPlan(commands, pro)
  expect(['plan.Basic', 'plan.Pro', 'plan.positions', "plan == 'Pro'"].map(w => commands.holds(w))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(commands.holds('plan.Enterprise || plan.AddOn.Sampler')).toBe(false)
  followPlan(commands, claimsOf('AddOn.Sampler'))
  expect(commands.holds('plan.AddOn.Sampler && plan.free')).toBe(true)
  expect(commands.holds("plan.Pro || plan.positions || plan == 'Pro'")).toBe(false)
  followPlan(commands, undefined)
  expect(commands.holds('plan.AddOn.Sampler')).toBe(false)
})

it('a command outside the user’s plan is rejected with an upgrade link and runs after upgrading', async () => {
  const { commands, notices } = makeRegistry()
  followPlan(commands, basic)
  commands.register({ id: 'neck.record', title: 'Record', feature: 'positions' }, 'neck', () => 'ran')
  expect(commands.isEnabled('neck.record')).toBe(true)
  expect(await commands.execute('neck.record')).toMatchObject({
    ok: false,
    error: { code: 'plan_needed', message: '“Record” requires Pro.' },
  })
  expect(notices).toMatchObject([
    {
      kind: 'info',
      message: 'Pinning notes requires {{plan}}.',
      texts: { command: { source: 'neck', message: 'Record' }, plan: { source: 'core', message: 'Pro' } },
      leadsTo: { label: 'See plans', path: '/account/subscription?need=positions' },
      // A newer notice about the same feature replaces this one.
      topic: 'plan positions',
    },
  ])
  commands.register({ id: 'neck.page', title: 'Export', feature: 'Download.HTML' }, 'neck', () => 'ran')
  expect(await commands.execute('neck.page')).toMatchObject({
    error: { message: '“Export” requires the add-on “Download as HTML”.' },
  })
  followPlan(commands, pro)
  expect(await commands.execute('neck.record')).toEqual({ ok: true, value: 'ran' })
  followPlan(commands, undefined)
  commands.setContext('guest', true)
  expect(await commands.execute('neck.record')).toMatchObject({ error: { code: 'account_needed' } })
  expect(notices.at(-1)).toMatchObject({ leadsTo: { label: 'Register', path: '/register' } })
})

const claimsWith = (more: object) =>
  readClaims(jwtOf({ sub: 'u', tenant: 't', sid: 's', exp: 1000, ...more }))

it.each([
  ['no role', {}, []],
  ['one role as text', { [ROLE_CLAIM]: 'Admin' }, ['Admin']],
  ['several roles as an array', { [ROLE_CLAIM]: ['Admin', 'Teacher'] }, ['Admin', 'Teacher']],
])('claims can contain %s', (_what, more, roles) => expect(claimsWith(more)?.roles).toEqual(roles))

it('claims can contain non-ASCII names', () => {
  expect(claimsWith({ name: 'Zoë Müßig 🎸' })?.payload.name).toBe('Zoë Müßig 🎸')
})

it.each(['', 'x', 'a.b.c', 'long.since.expired', jwtOf({ sub: 'u' }), jwtOf([]), '...'])(
  'an invalid token has no claims: %o',
  text => expect(readClaims(text)).toBeUndefined(),
)

it('claims count as expired at their expiry time, but not before', () => {
  const claims = claimsWith({})
  if (!claims) throw new Error('The token has no claims.')
  expect([hasExpired(claims, 999_999), hasExpired(claims, 1_000_000)]).toEqual([false, true])
})

describe('role checks', () => {
  const claims = claimsWith({ [ROLE_CLAIM]: ['Admin', 'Teacher'] })

  it('a role check requires all listed roles', () => {
    expect([hasRoles(claims, ['Teacher']), hasRoles(claims, ['Teacher', 'Admin'])]).toEqual([true, true])
    expect([hasRoles(claims, ['Teacher', 'Owner']), hasRoles(claims, [])]).toEqual([false, true])
  })

  it('only users with the role Admin are administrators', () => {
    expect([isAdmin(claims), isAdmin(claimsWith({ [ROLE_CLAIM]: 'admin' }))]).toEqual([true, false])
    expect([isAdmin(claimsWith({ [ROLE_CLAIM]: ['Teacher'] })), isAdmin(undefined)]).toEqual([false, false])
  })
})

it('the highest plan level in the feature claim applies', () => {
  const level = (features?: string) => planLevel(claimsWith({ [FEATURE_CLAIM]: features }))
  expect(level('SubscriptionLevel.Basic;SubscriptionLevel.Enterprise;SubscriptionLevel.Pro')).toBe(
    'Enterprise',
  )
  expect([level('SubscriptionLevel.Pro'), level('SubscriptionLevel.Gold')]).toEqual(['Pro', undefined])
  expect([level(), planLevel(undefined)]).toEqual([undefined, undefined])
})

it('the feature claim grants add-ons and the HTML download', () => {
  const claims = claimsWith({ [FEATURE_CLAIM]: 'SubscriptionLevel.Basic; AddOn.Sampler ;Download.HTML' })
  expect([hasAddOn(claims, 'AddOn.Sampler'), hasAddOn(claims, 'AddOn')]).toEqual([true, false])
  expect(hasDownloadHTML(claims)).toBe(true)
  expect(hasDownloadHTML(claimsWith({ [FEATURE_CLAIM]: 'AddOn.Sampler' }))).toBe(false)
  expect(hasDownloadHTML(undefined)).toBe(false)
})
