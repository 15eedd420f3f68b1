import { isLoopback } from '../../src/sandbox/packages/loopback.js'
import type { Config } from '../config.js'
import { StartFailure } from '../failure.js'

const RULES: readonly { readonly broken: (config: Config) => boolean; readonly sentence: string }[] = [
  {
    broken: ({ demoPassword }) => demoPassword !== undefined,
    sentence: 'FRETWORK_DEMO_PASSWORD is set, but production has no demo accounts; unset it.',
  },
  {
    broken: ({ publicUrl }) => publicUrl === undefined,
    sentence:
      'FRETWORK_PUBLIC_URL is missing; set it to the URL that users open, such as https://fretwork.example.',
  },
  {
    // Allow plain HTTP for loopback URLs, so that production settings can be tested locally.
    broken: ({ publicUrl }) =>
      publicUrl !== undefined &&
      new URL(publicUrl).protocol !== 'https:' &&
      !isLoopback(new URL(publicUrl).hostname),
    sentence: 'FRETWORK_PUBLIC_URL is not https; put an HTTPS proxy in front of the server and use its URL.',
  },
  {
    broken: ({ smtpUrl }) => smtpUrl === undefined,
    sentence:
      'SMTP_URL is missing, so email addresses cannot be verified; set it to the URL of an SMTP server.',
  },
]

/** @throws StartFailure `production_refused` with one sentence for each problem */
export function checkProduction(config: Config): void {
  if (!config.production) return
  const wrong = RULES.filter(({ broken }) => broken(config)).map(({ sentence }) => sentence)
  if (wrong.length > 0) throw new StartFailure('production_refused', wrong.join('\n'))
}
