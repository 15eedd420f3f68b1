import type { Argument, Command, Option } from 'commander'
import { ENDPOINTS } from '../../../src/core/contract/endpoints.js'
import { permissionWords } from '../../../src/core/permissions/permission-words.js'
import { PERMISSION_IDS } from '../../../src/core/permissions/permissions.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { FLAGS } from '../../flags.js'
import { HERE, readCliConfig } from '../../platform/environments.js'
import { StateFile } from '../../platform/state-file.js'
import { fieldsOf, flagOf } from '../run/command-flags.js'

type Candidate = readonly [value: string, description: string]
type Values = () => readonly Candidate[]

/** Returns completions. An empty list means that the shell completes files. */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const help = program.createHelp()
  const [typed = ''] = words.slice(-1)
  let command = program
  let path = ''
  let given = 0
  let first = ''
  let isEnded = false
  let option: Option | undefined
  for (const word of words.slice(0, -1)) {
    // Bash splits `--format=json` into three words.
    if (word === '=' || (word === 'help' && path === '')) continue
    const isValue = option !== undefined
    option = isValue || isEnded ? undefined : valued(command, word)
    if (isValue) continue
    if (word === '--') isEnded = true
    if (word.startsWith('-') && !isEnded) continue
    if (word === '--') continue
    const next = given === 0 ? help.visibleCommands(command).find(each => isNamed(each, word)) : undefined
    if (next) {
      command = next
      path = `${path} ${next.name()}`.trim()
    } else {
      if (given === 0) first = word
      given += 1
    }
  }
  // Flags after the ID belong to the plugin's command.
  if (path === 'run' && given > 0) return beginning(typed, flagsOfPlugin(first))

  const [, flag = '', value = ''] = /^(--[\w-]+=)(.*)$/.exec(typed) ?? []
  if (flag !== '') {
    const found = valued(command, flag.slice(0, -1))
    return beginning(value, found ? valuesOf(found) : []).map(([each, text]) => [flag + each, text])
  }
  if (option) return beginning(typed === '=' ? '' : typed, valuesOf(option))
  const options = () =>
    help.visibleOptions(command).map((each): Candidate => [each.long ?? '', each.description])
  if (typed.startsWith('-') && !isEnded) return beginning(typed, options())
  const commands = given === 0 ? help.visibleCommands(command) : []
  const argument = argumentAt(command, given)
  // Return the options, because the shell completes files if the list is empty.
  if (commands.length === 0 && !argument && !isEnded) return beginning(typed, options())
  return beginning(typed, [
    ...commands.map((each): Candidate => [each.name(), each.description()]),
    ...(argument ? argumentValues(path, argument) : []),
  ])
}

const beginning = (typed: string, all: readonly Candidate[]) =>
  all.filter(([value]) => value.startsWith(typed))
const choices = (of: Option | Argument) => of.argChoices?.map((each): Candidate => [each, '']) ?? []

const isNamed = (command: Command, word: string) =>
  command.name() === word || command.aliases().includes(word)

function argumentAt({ registeredArguments }: Command, given: number): Argument | undefined {
  const last = registeredArguments.at(-1)
  return registeredArguments[given] ?? (last?.variadic ? last : undefined)
}

function valued(command: Command, name: string): Option | undefined {
  const option = command.options.find(({ long, short }) => name === long || name === short)
  return option?.required || option?.optional ? option : undefined
}

const calls: Values = () => ENDPOINTS.map(({ name, summary }) => [name, summary])
const plugins: Values = () => PLUGINS.map(({ id, title }) => [id, title])
const ofPlugins = () =>
  PLUGINS.filter(({ runsIn }) => runsIn.includes('node'))
    .flatMap(({ contributes }) => contributes?.commands ?? [])
    .filter(({ needs }) => needs !== 'screen')
const permissions: Values = () => PERMISSION_IDS.map(id => [id, permissionWords(id, {}).title.message])
const pluginCommands: Values = () => ofPlugins().map(({ id, title }) => [id, title])
const environments: Values = () =>
  Object.entries(readCliConfig().environments).map(([name, { baseUrl = '' }]) => [name, baseUrl])

/** Returns locally known values only: pressing Tab must not query a server or a database. */
const tenants: Values = () => {
  const config = Object.values(readCliConfig().environments).map(({ tenant }) => tenant)
  const sessions = new StateFile().keys().flatMap(key => /^session \S* (\S+)$/.exec(key)?.[1] ?? [])
  const known = [HERE.tenant, process.env.FRETWORK_TENANT, ...config, ...sessions]
  return [...new Set(known.filter(key => key !== undefined && key !== ''))].map(key => [String(key), ''])
}

const OF_ARGUMENTS: readonly (readonly [command: RegExp, argument: string, values: Values])[] = [
  [/^api (call|list)$/, 'name', calls],
  [/^server tenant (set|remove|provider \w+)$/, 'key', tenants],
  [/^plugins (allow|refuse)$/, 'id', plugins],
  [/^plugins (allow|refuse)$/, 'permission', permissions],
  [/^run$/, 'id', pluginCommands],
]

function argumentValues(path: string, argument: Argument): readonly Candidate[] {
  const found = OF_ARGUMENTS.find(([command, name]) => command.test(path) && name === argument.name())
  return found ? found[2]() : choices(argument)
}

const OF_OPTIONS: Readonly<Record<string, Values>> = {
  '--tenant': tenants,
  '--other-tenant': tenants,
  '--env': environments,
}

function valuesOf(option: Option): readonly Candidate[] {
  return OF_OPTIONS[option.long ?? '']?.() ?? choices(option)
}

function flagsOfPlugin(id: string): readonly Candidate[] {
  const command = ofPlugins().find(each => each.id === id)
  const flags = (command ? fieldsOf(command) : []).map((field): Candidate => {
    const { flag, describes } = flagOf(field)
    return [flag.split(' ')[0] ?? flag, describes]
  })
  return [...flags, ['--help', 'print this help'], FLAGS.verbose]
}
