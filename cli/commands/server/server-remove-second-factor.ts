import { EXIT } from '../../errors.js'
import { withCliErrors } from './server-errors.js'

export async function removeSecondFactor(
  email: string,
  options: { readonly tenant?: string },
): Promise<number> {
  const [{ readConfig }, { removeSecondFactorAt }] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/admin/remove-second-factor.js'),
  ])
  await withCliErrors('second_factor_refused', async () => {
    const tenant = await removeSecondFactorAt(readConfig(process.env), options.tenant, email, Date.now())
    process.stdout.write(
      `Removed the second factor of ${email} in "${tenant}". The user gets an email, and logs in with the password alone.\n`,
    )
  })
  return EXIT.ok
}
