import { afterEach, describe, expect, it, vi } from 'vitest'
import { fretwork } from '../../run-program.js'

afterEach(() => void vi.unstubAllEnvs())

describe('fretwork server demo-data', () => {
  it.each(['0', '1.5', 'many', '5001'])('demo-data rejects %s users', async number => {
    const { code, err } = await fretwork('server', 'demo-data', '--people', number)
    expect(code).toBe(2)
    expect(err).toContain(`--people must be a whole number from 1 to 5000, not "${number}".`)
  })

  it('demo-data rejects a database outside demo mode before opening it', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://unknown@127.0.0.1:1/none')
    const { code, err } = await fretwork('server', 'demo-data')
    expect(code).toBe(3)
    expect(err).toContain('Demo data is only for demo mode')
  })
})
