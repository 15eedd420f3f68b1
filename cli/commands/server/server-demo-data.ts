/** `fretwork server demo-data`: people for a demo, made or taken away. */
import { CliError } from '../../cli-error.js'
import { EXIT } from '../../exit-codes.js'
import { told } from './server-told.js'

const USUAL_NUMBER = 60

interface DemoDataOptions {
  readonly people?: string
  readonly remove?: boolean
}

export async function demoData({ people, remove = false }: DemoDataOptions): Promise<number> {
  const [{ isDemo, readConfig }, { withDemo }, demo] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/demo/demo-people.js'),
    import('../../../server/demo/demo-people.js'),
  ])
  const number = people === undefined ? USUAL_NUMBER : Number(people)
  if (!Number.isInteger(number) || number < 1 || number > demo.MAX_DEMO_PEOPLE) {
    throw new CliError(
      'usage',
      `--people takes a whole number from 1 to ${demo.MAX_DEMO_PEOPLE}, not "${people}".`,
      EXIT.usage,
    )
  }
  const config = readConfig(process.env)
  if (!isDemo(config)) {
    throw new CliError(
      'not_a_demo',
      'Invented people belong to a demo only: leave DATABASE_URL and NODE_ENV=production out, and HOST at loopback.',
      EXIT.badInput,
    )
  }
  const count = await told('demo_data_failed', () =>
    withDemo(config, scope =>
      remove ? demo.removeDemoPeople(scope) : demo.addDemoPeople(scope, number, Date.now()),
    ),
  )
  process.stdout.write(remove ? `${count} invented people are gone.\n` : `${count} people were added.\n`)
  return EXIT.ok
}
