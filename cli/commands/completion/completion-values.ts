/** What a shell offers for the words that the help cannot list: calls, tenants, environments, plugins, commands. */
import type { Complete, RootCommand } from '@bomb.sh/tab'
import { ENDPOINTS } from '../../../src/core/api/endpoints.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { HERE, readCliConfig } from '../../platform/environments.js'
import { StateFile } from '../../platform/state-file.js'

type Values = () => Iterable<readonly [value: string, description: string]>

const calls: Values = () => ENDPOINTS.map(({ name, summary }) => [name, summary])
const plugins: Values = () => PLUGINS.map(({ id, title }) => [id, title])
const pluginCommands: Values = () =>
  PLUGINS.filter(({ runsIn }) => runsIn.includes('node'))
    .flatMap(({ contributes }) => contributes?.commands ?? [])
    .filter(({ needs }) => needs !== 'screen')
    .map(({ id, title }) => [id, title])
const environments: Values = () =>
  Object.entries(readCliConfig().environments).map(([name, { baseUrl = '' }]) => [name, baseUrl])

/** Those that this user has named or has a session with: a key that is pressed asks no server and no database. */
const tenants: Values = () => {
  const config = Object.values(readCliConfig().environments).map(({ tenant }) => tenant)
  const sessions = new StateFile().keys().flatMap(key => /^session \S* (\S+)$/.exec(key)?.[1] ?? [])
  const known = [HERE.tenant, process.env.FRETWORK_TENANT, ...config, ...sessions]
  return [...new Set(known.filter(key => key !== undefined && key !== ''))].map(key => [String(key), ''])
}

/** By command and argument. */
const OF_ARGUMENTS: readonly (readonly [command: RegExp, argument: string, values: Values])[] = [
  [/^api (call|list)$/, 'name', calls],
  [/^server tenant (set|remove|provider \w+)$/, 'key', tenants],
  [/^plugins (enable|disable)$/, 'id', plugins],
  [/^run$/, 'id', pluginCommands],
]

/** By option, whichever command has it. */
const OF_OPTIONS: Readonly<Record<string, Values>> = {
  tenant: tenants,
  'other-tenant': tenants,
  env: environments,
}

/** Adds them to what the library found in the words of the program. */
export function offerValues({ commands }: RootCommand): void {
  const offer = (values: Values) => (complete: Complete) => {
    for (const [value, description] of values()) complete(value, description)
  }
  for (const [words, command] of commands) {
    for (const [option, values] of Object.entries(OF_OPTIONS)) {
      const known = command.options.get(option)
      if (known) known.handler = offer(values)
    }
    for (const [pattern, name, values] of OF_ARGUMENTS) {
      const known = pattern.test(words) ? command.arguments.get(name) : undefined
      if (known) known.handler = offer(values)
    }
  }
}
