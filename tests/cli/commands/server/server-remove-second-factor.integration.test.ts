import { describe, expect, it } from 'vitest'
import { factorWorld } from '../../../server/auth/second-factor/factor-world.js'
import { AUTH, PASSWORD } from '../../../server/support/test-app.js'
import { fretwork } from '../../run-program.js'
import { administering } from '../command-world.js'

const world = await factorWorld()
administering(world.db.url)

const remove = (...words: string[]) => fretwork('server', 'remove-second-factor', ...words)

describe('fretwork server remove-second-factor', () => {
  it('remove-second-factor removes app, passkeys and recovery codes and notifies the user', async () => {
    const { email, jwt } = await world.person()
    await world.addTotp(jwt)
    const login = () => world.send(`${AUTH}/login`, { body: { email, password: PASSWORD } })
    expect((await login()).json().code).toBe('second_factor_required')
    await world.box.collect()
    const { code, out } = await remove(email)
    expect(code).toBe(0)
    expect(out).toContain(`Removed the second factor of ${email} in "fretwork".`)
    expect((await world.box.collect()).map(({ template }) => template)).toEqual(['second-factor-removed'])
    expect((await login()).statusCode).toBe(200)
    expect(await remove(email)).toMatchObject({
      code: 4,
      err: expect.stringContaining('has no second factor'),
    })
  })

  it('remove-second-factor rejects an unknown address', async () => {
    const { code, err } = await remove('no-one@example.org')
    expect(code).toBe(4)
    expect(err).toContain('no-one@example.org is not a user of "fretwork".')
  })
})
