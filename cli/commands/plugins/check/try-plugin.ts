/** Runs a built plugin in memory: draws its panel, and runs its commands. */
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { codeOf, FretworkError, messageOf } from '../../../../src/core/platform/fretwork-error.js'

import { superviseLoops } from '../../../../src/sandbox/endless-loops.js'
import type { InMemory } from '../../../../src/sandbox/in-memory.js'
import { runInMemory } from '../../../../src/sandbox/in-memory.js'
import type { PluginPackage } from '../../../../src/sandbox/packages/plugin-package.js'
import { faultOf } from '../../../../src/sandbox/worker/fault.js'
import { defaultsOf } from '../../../../src/sandbox/worker/plugin-side.js'
import { importPackage, sentencesOf } from '../../../packages/package-code.js'
import { type Add, nearEnd } from '../plugins-finding.js'

/** Time limit for a command, which may wait for the user. Also the wait for unhandled rejections. */
const COMMAND_MS = 300

/** Codes of errors that only the author can fix. */
const OF_CODE = /^apart_|^permission_undeclared$|^storage_(value|key)$/

export interface Trial {
  readonly located: (message: string) => Promise<string>
  readonly problem: Add
  readonly warn: Add
}

export async function tryPlugin(found: PluginPackage, trial: Trial): Promise<void> {
  const { error } = console
  // Errors are reported below and would otherwise appear twice.
  console.error = () => undefined
  const unhandled: string[] = []
  const note = (reason: unknown) => {
    // Error codes depend on user actions, such as a denied permission.
    if (!(reason instanceof FretworkError)) unhandled.push(faultOf(reason, found.manifest.entry))
  }
  process.on('unhandledRejection', note)
  const end = superviseLoops(`The panel or a command of "${found.manifest.id}"`)
  try {
    await runAll(found, trial)
    await new Promise(resolve => setTimeout(resolve, COMMAND_MS))
    for (const fault of unhandled)
      trial.problem(
        'rejection_unhandled',
        `A promise failed, and nothing waits for it: ${await trial.located(fault)}`,
      )
  } finally {
    end()
    process.off('unhandledRejection', note)
    console.error = error
  }
}

async function runAll(found: PluginPackage, trial: Trial): Promise<void> {
  const { manifest: json } = found
  const { located, problem, warn } = trial
  let running: InMemory
  try {
    running = await runInMemory({
      ...{ json, located, load: () => importPackage(found) },
      locale: language => sentencesOf(found, json.locales?.[language]),
    })
  } catch (error) {
    const message = await located(messageOf(error))
    if (codeOf(error).startsWith('network_'))
      warn(
        'setup_online',
        `setup fails without a network, as here: ${message} Catch the error, or ask without await, so that the plugin starts offline too.`,
      )
    else problem('setup_failed', `setup failed: ${message}`)
    return
  }
  const state = running.kernel.host.state(json.id)
  if (state?.status === 'failed') problem('setup_failed', `setup failed: ${state.reason}`)
  await drawPanel(running, json, trial)
  if (json.permissions['midi-in'] !== undefined) {
    await running.play(60)
    await running.release(60)
  }
  for (const { id, args = {} } of json.commands ?? []) await tryCommand(running, id, args, trial)
  await drawPanel(running, json, trial)
  for (const notice of new Set(running.failures())) problem('code_failed', notice)
  running.kernel.dispose()
}

async function drawPanel(running: InMemory, { panel, commands = [] }: PluginJson, { problem }: Trial) {
  if (!panel) return
  const data = await running.panel()
  const fault = running.panelFault()
  if (fault !== undefined) problem('panel_failed', `The panel cannot be drawn: ${fault}`)
  const known = commands.map(({ id }) => id)
  for (const button of data?.buttons ?? []) {
    if (typeof button !== 'string' || known.includes(button)) continue
    const message = `The panel has a button for the command "${button}", which is not added${nearEnd(button, known)}`
    problem('button_unknown', message)
  }
  const ids = data?.fields?.map(({ id }) => id) ?? []
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index)))
    problem('field_twice', `Two fields of the panel have the id "${id}"; give each field its own.`)
  const shown = [...(data?.list ?? []), ...(data?.buttons ?? [])].flatMap(each =>
    typeof each === 'string' ? [] : each.title,
  )
  for (const title of new Set(shown.filter((each, index) => shown.indexOf(each) !== index)))
    problem(
      'title_twice',
      `Two items or buttons of the panel are called "${title}"; only the first can be pressed.`,
    )
}

async function tryCommand(
  running: InMemory,
  id: string,
  args: NonNullable<NonNullable<PluginJson['commands']>[number]['args']>,
  { problem, warn }: Trial,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<void>(resolve => {
    timer = setTimeout(resolve, COMMAND_MS)
  })
  try {
    await Promise.race([running.run(id, defaultsOf(args)), waiting])
  } catch (error) {
    const message = messageOf(error)
    if (OF_CODE.test(codeOf(error))) problem('command_failed', `The command "${id}" failed: ${message}`)
    else if (codeOf(error) !== 'plugin_failed') return
    else if (/is not (a function|defined|iterable)|^Cannot (read|set) prop/.test(message))
      problem('command_failed', `The command "${id}" failed: ${message}`)
    else
      warn(
        'command_failed',
        `The command "${id}" failed with the defaults of its arguments: ${message}; if users can mend this, throw a FretworkError.`,
      )
  } finally {
    clearTimeout(timer)
  }
}
