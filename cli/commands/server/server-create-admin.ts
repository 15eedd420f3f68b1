import { EXIT } from '../../errors.js'
import { withCliErrors } from './server-errors.js'

interface CreateAdminOptions {
  readonly name?: string
  readonly tenant?: string
}

export async function createAdmin(email: string, options: CreateAdminOptions): Promise<number> {
  const [{ readConfig }, { createAdminAt }] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/admin/create-admin.js'),
  ])
  await withCliErrors('admin_refused', async () => {
    const config = readConfig(process.env)
    const admin = { email, name: options.name }
    const { tenant, outbox, created, emailed } = await createAdminAt(
      config,
      options.tenant,
      admin,
      Date.now(),
    )
    const lines = [
      created
        ? `Created ${email} as an administrator of "${tenant}".`
        : `${email} is an administrator of "${tenant}".`,
    ]
    if (emailed) {
      const where =
        config.smtpUrl === undefined
          ? `writes an email with it to ${outbox}, since SMTP_URL is not set`
          : 'sends it by email'
      lines.push(
        'The password is chosen through a link that works for one hour.',
        `A running server ${where}, within 15 seconds; otherwise the next one does, if it starts within a day.`,
        'For another link, run this command again, or use "Forgot your password?" on the login page.',
      )
    } else lines.push('The account has a password; log in again to see the administration.')
    process.stdout.write(`${lines.join('\n')}\n`)
  })
  return EXIT.ok
}
