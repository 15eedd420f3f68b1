import { badInput, EXIT, wrongUsage } from '../../errors.js'
import { withCliErrors } from './server-errors.js'

const DEFAULT_PEOPLE = 60

interface DemoDataOptions {
  readonly people?: string
  readonly remove?: boolean
}

export async function demoData({ people, remove = false }: DemoDataOptions): Promise<number> {
  const [{ isDemo, readConfig }, demo] = await Promise.all([
    import('../../../server/config.js'),
    import('../../../server/demo/demo-people.js'),
  ])
  const number = people === undefined ? DEFAULT_PEOPLE : Number(people)
  if (!Number.isInteger(number) || number < 1 || number > demo.MAX_DEMO_PEOPLE) {
    const message = `--people must be a whole number from 1 to ${demo.MAX_DEMO_PEOPLE}, not "${people}".`
    throw wrongUsage('usage', message)
  }
  const count = await withCliErrors('demo_data_failed', () => {
    const config = readConfig(process.env)
    if (!isDemo(config)) {
      const message =
        'Demo data is only for demo mode: unset DATABASE_URL and NODE_ENV, and leave HOST at loopback.'
      throw badInput('not_a_demo', message)
    }
    return demo.withDemo(config, scope =>
      remove ? demo.removeDemoPeople(scope) : demo.addDemoPeople(scope, number, Date.now()),
    )
  })
  process.stdout.write(remove ? `Removed ${count} people.\n` : `Added ${count} people.\n`)
  return EXIT.ok
}
