import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import type { Command as Registered } from '../../../src/core/commands/command-registry.js'
import { textOf } from '../../../src/core/events/notices.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { readField } from '../../../src/core/platform/field-value.js'
import { jsonProblemSentence } from '../../../src/core/platform/json.js'
import { fillSentence } from '../../../src/core/platform/phrases.js'
import type { ValueField } from '../../../src/core/platform/schema-fields.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { CliError, notFound, wrongUsage } from '../../errors.js'
import { FLAGS } from '../../flags.js'
import { reasonOf } from '../../io/files.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { reportBroken, withPackages } from '../../packages/with-packages.js'
import { type ServerOptions, serverOf } from '../../platform/environments.js'
import { createNodeKernel } from '../../platform/node-kernel.js'
import { assertStateKept } from '../../platform/state-file.js'
import { fieldsOf, flagOf, valueInWords } from './command-flags.js'
import type { SearchOptions } from './search.js'

/** External plugins' commands may read the neck, even though the command line has no page that shows one. */
const NECK_PLUGIN = 'fretboard'

interface RunOptions extends ServerOptions, SearchOptions {
  readonly search?: string
  readonly plugins?: string
  readonly midi?: boolean
  readonly stay?: number
}

export async function runCommand(
  id: string | undefined,
  flags: readonly string[],
  options: RunOptions,
  help: () => string,
): Promise<void> {
  if (id === '--help' || id === '-h') {
    process.stdout.write(help())
    return
  }
  if (id?.startsWith('-')) {
    const message = `"run" has no option "${id}"; "fretwork run --help" lists its options.`
    throw wrongUsage('option_unknown', message)
  }
  const { stay = 0, search } = options
  const plugins = await withPackages(PLUGINS, options.plugins)
  if (search !== undefined) return (await import('./search.js')).searchCommands(search, options, plugins)
  const midi = options.midi ? await loadMidi() : undefined
  const kernel = createNodeKernel(plugins, {
    ...serverOf(options),
    ...(midi && { overrides: await midi.pageOverrides() }),
  })
  try {
    reportBroken(kernel)
    if (id === undefined) return list(kernel, options)
    const command = runnable(kernel).find(each => each.id === kernel.commands.currentId(id))
    if (!command) throw unknown(kernel, id)
    const args = readFlags(command, flags)
    if (args === undefined) return
    const listening = kernel.notices.show(notice => {
      if (notice.code === 'settings_not_stored') return
      process.stderr.write(`${textOf(notice, kernel.translator)}\n`)
    })
    kernel.auth.init()
    assumePageConditions(kernel, command)
    // Wait for the ports to open: until then, messages are silently dropped.
    await midi?.openPortsOf(kernel)
    const isExternal = kernel.host.state(command.source)?.origin !== undefined
    // The neck plugin may be disabled.
    if (isExternal && kernel.host.state(NECK_PLUGIN)?.status === 'registered')
      await kernel.host.activate(NECK_PLUGIN)
    const value = await kernel.commands.attempt(id, args)
    if (stay > 0) await new Promise(resolve => setTimeout(resolve, stay * 1000))
    await midi?.allSent()
    listening.dispose()
    assertStateKept()
    if (options.json) printJson({ id, value: value ?? null })
    else if (value !== undefined) printLine(JSON.stringify(value))
  } finally {
    kernel.dispose()
  }
}

async function loadMidi() {
  return { ...(await import('../../midi/node-midi.js')), ...(await import('../../midi/open-ports.js')) }
}

function runnable({ commands }: Kernel): readonly Registered[] {
  return commands.all.getState().filter(({ needs }) => needs !== 'screen')
}

function list(kernel: Kernel, { json }: RunOptions) {
  const rows = runnable(kernel).map(({ id, title, args }) => ({
    id,
    title,
    args: fieldsOf({ args }).map(flagOf),
  }))
  if (json) return printJson(rows)
  const wide = Math.max(...rows.map(({ id }) => id.length))
  for (const { id, title, args } of rows) {
    const flags = args.map(({ flag }) => flag).join(' ')
    printLine(plain(`${id.padEnd(wide)}  ${title}${flags ? `  ${flags}` : ''}`.trimEnd()))
  }
}

function readFlags(command: Registered, flags: readonly string[]): Record<string, unknown> | undefined {
  const fields = fieldsOf(command)
  const parser = new Command(`fretwork run ${command.id}`)
    .configureHelp({ commandDescription: () => plain(command.description ?? command.title) })
    .helpOption('-h, --help', 'print this help')
    .allowExcessArguments(false)
    .exitOverride()
  for (const field of fields) {
    const { flag, describes } = flagOf(field)
    const title = command.asks?.find(({ id }) => id === field.name)?.title
    parser.addOption(new Option(flag, [title, describes].filter(Boolean).join('; ')))
    if (field.kind === 'boolean') parser.addOption(new Option(flag.replace(/^--/, '--no-')).hideHelp())
  }
  if (!fields.some(({ name }) => name === 'verbose')) parser.option(...FLAGS.verbose)
  try {
    parser.parse([...flags], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined
    throw error
  }
  return argumentsOf(fields, parser.opts())
}

/**
 * Sets the page and login conditions that commands check. The command line has no page, and the server does
 * its own checks.
 */
function assumePageConditions({ commands }: Kernel, { when = '' }: Registered): void {
  commands.setContext('loggedIn', true)
  const route = /\broute == '([^']+)'/.exec(when)?.[1]
  if (route !== undefined) commands.setContext('route', route)
}

function unknown(kernel: Kernel, id: string): CliError {
  const known = kernel.commands.find(id)
  return known
    ? notFound('command_needs_screen', `"${known.title}" needs a screen; run it in the browser.`)
    : notFound('command_unknown', `There is no command "${id}"; "fretwork run" lists them.`)
}

/** Converts arguments. Objects and bytes are passed as JSON or as `@file`. */
function argumentsOf(fields: readonly ValueField[], typed: Readonly<Record<string, unknown>>) {
  const args: Record<string, unknown> = {}
  for (const field of fields) {
    const text = typed[field.name]
    if (text !== undefined) args[field.name] = typeof text === 'string' ? readValue(field, text) : text
    else if (field.required) {
      const message = `Missing ${wordOf(field)}: expected ${valueInWords(field)}.`
      throw wrongUsage('arguments_invalid', message)
    }
  }
  return args
}

function readValue(field: ValueField, text: string): unknown {
  if (field.kind === 'object' || field.kind === 'other') return free(field, text)
  const reading = readField(field, text)
  if ('value' in reading) return reading.value
  const { message, values = {} } = reading.problem
  throw refused(field, fillSentence(message, values))
}

function free(field: ValueField, text: string): unknown {
  try {
    return text.startsWith('@') ? new Uint8Array(readFileSync(text.slice(1))) : JSON.parse(text)
  } catch (error) {
    const why =
      error instanceof SyntaxError
        ? `it ${jsonProblemSentence(text)}; write JSON, or @ and the name of a file`
        : `"${plain(text.slice(1))}" cannot be read (${reasonOf(error)}); choose another file`
    throw refused(field, `${why}.`)
  }
}

function refused(field: ValueField, sentence: string): CliError {
  return wrongUsage('arguments_invalid', `${wordOf(field)}: ${sentence}`)
}

const wordOf = (field: ValueField) => flagOf(field).flag.split(' ')[0]
