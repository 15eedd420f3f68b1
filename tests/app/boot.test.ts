import { expect, it } from 'vitest'
import { BootRedirect, boot } from '../../src/app/boot.js'

type Steps = Parameters<typeof boot>[0]

async function started(runs: Partial<Record<'framework' | 'auth' | 'theme', () => void | Promise<void>>>) {
  const ran: string[] = []
  const logged: string[] = []
  const steps: Steps = (['framework', 'auth', 'theme'] as const).map(name => ({
    name,
    run: () => {
      ran.push(name)
      return runs[name]?.()
    },
  }))
  const outcome = await boot(steps, (message, error) => void logged.push(`${message}: ${String(error)}`))
  return { outcome, ran, logged }
}

const failing = () => Promise.reject(new Error('No luck.'))

it('startup steps run in sequence', async () => {
  const order: string[] = []
  const framework = async () => {
    await Promise.resolve()
    order.push('framework')
  }
  const { outcome } = await started({ framework, auth: () => void order.push('auth') })
  expect([outcome, order]).toEqual([{ kind: 'ready' }, ['framework', 'auth']])
})

it.each(['framework', 'auth', 'theme'] as const)('a redirect from the %s step stops startup', async name => {
  const { outcome, ran, logged } = await started({
    [name]: () => {
      throw new BootRedirect('/cms/')
    },
  })
  expect(outcome).toEqual({ kind: 'redirect', url: '/cms/' })
  expect(ran.at(-1)).toBe(name)
  expect(logged).toEqual([])
})

it('a failure in the framework step stops startup', async () => {
  const { outcome, ran, logged } = await started({ framework: failing })
  expect(outcome).toMatchObject({ kind: 'broken', error: { message: 'No luck.' } })
  expect([ran, logged]).toEqual([['framework'], ['Start-up step "framework" failed: Error: No luck.']])
})

it('a failure in any other startup step is logged, and startup continues', async () => {
  const { outcome, ran, logged } = await started({ auth: failing, theme: failing })
  expect([outcome, ran]).toEqual([{ kind: 'ready' }, ['framework', 'auth', 'theme']])
  expect(logged).toHaveLength(2)
})
