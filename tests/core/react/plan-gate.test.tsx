import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { PlanGate, usePlan } from '../../../src/core/react/plan-gate.js'
import { cookieOf, goodServer, tokenOf } from '../auth/session.js'
import { fakeTransport, ok } from '../http/fake-transport.js'
import { kernelWith } from '../kernel/make-plugin.js'
import { showIn } from './shown.js'

function Level() {
  const plan = usePlan()
  return <output>{plan.level}</output>
}

async function gate(features: string, next = features) {
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf({ features })) } })
  const refresh = () => ok({ jwt: tokenOf({ features: next, mark: 'r2' }), refreshToken: 'r2' })
  const { transport } = fakeTransport(goodServer({ refresh }))
  const kernel = await kernelWith([], { platform, transport })
  kernel.auth.init()
  await showIn(
    kernel,
    <MemoryRouter>
      <PlanGate feature="positions" title="Recording">
        <p>The recorder</p>
      </PlanGate>
      <Level />
    </MemoryRouter>,
  )
  return kernel
}

describe('the gate of a plan', () => {
  it('says to others what is needed, and leads there', async () => {
    await gate('SubscriptionLevel.Basic')
    expect(screen.queryByText('The recorder')).toBeNull()
    expect(screen.getByText('“Recording” is part of Pro.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe(
      '/account/subscription?need=positions',
    )
  })

  it('opens when the plan does, without a reload', async () => {
    const kernel = await gate('', 'SubscriptionLevel.Pro')
    expect(screen.getByText('free')).toBeTruthy()
    await act(async () => void (await kernel.auth.refresh()))
    expect(screen.getByText('The recorder')).toBeTruthy()
    expect(screen.getByText('Pro')).toBeTruthy()
  })
})
