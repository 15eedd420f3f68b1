// What a server refuses to start with where NODE_ENV says production: all that is meant for trying out.
import { type Config, isLoopback } from '../config.js'
import { StartFailure } from '../failure.js'

interface Rule {
  readonly broken: (config: Config) => boolean
  readonly sentence: string
}

const RULES: readonly Rule[] = [
  {
    broken: ({ demoPassword }) => demoPassword !== undefined,
    sentence: 'FRETWORK_DEMO_PASSWORD is set, and production has no demo accounts; take it away.',
  },
  {
    broken: ({ publicUrl }) => publicUrl === undefined,
    sentence:
      'FRETWORK_PUBLIC_URL is missing; set it to the address that users type, such as https://fretwork.example.',
  },
  {
    // On a loopback address nothing travels over a network: a rehearsal on one machine stays possible.
    broken: ({ publicUrl }) =>
      publicUrl !== undefined &&
      new URL(publicUrl).protocol !== 'https:' &&
      !isLoopback(new URL(publicUrl).hostname),
    sentence: 'FRETWORK_PUBLIC_URL is not https; put an HTTPS proxy before the server and name its address.',
  },
  {
    broken: ({ smtpUrl }) => smtpUrl === undefined,
    sentence: 'SMTP_URL is missing, so that nobody could verify an address; set it to your mail server.',
  },
]

/** @throws StartFailure `production_refused`, one sentence for each thing that is wrong. */
export function checkProduction(config: Config): void {
  if (!config.production) return
  const wrong = RULES.filter(({ broken }) => broken(config)).map(({ sentence }) => sentence)
  if (wrong.length > 0) throw new StartFailure('production_refused', wrong.join('\n'))
}
