// Every plugin disabled and enabled a thousand times while a song plays, remembered over restarts: nothing stays behind.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { codeOf } from '../../src/core/platform/fretwork-error.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { createTestKernel, expectNoLeaks } from '../../src/core/testing/test-kernel.js'
import { MIDI_LOG } from '../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { median, reportFigure, shown } from '../support/harness.js'

const ROUNDS = 1000
/** Code is still being compiled and caches filled in the rounds before. */
const SETTLED_ROUND = 300
const WEIGHED_EVERY = 20
/** A restart in between reads what is off from storage, as the next visit does. */
const RESTARTED_EVERY = 20
/** Where the switches are kept. */
const SWITCHES = 'fretworkPlugins'
/** Of the song, per round: notes sound when the plugins go. */
const PLAYED_MS = 400
/** A single listener kept per round, with what it holds, is more. */
const LIMIT_BYTES_PER_ROUND = 64

setFlagsFromString('--expose-gc')
// Machine code is in the heap too and is compiled again for thousands of rounds: without it, what grows is ours.
for (const flag of ['--no-opt', '--no-sparkplug', '--no-flush-bytecode']) setFlagsFromString(flag)
const collect: () => void = runInNewContext('gc')

const kernel = await createTestKernel({ plugins: PLUGINS })
const { host, events, commands, settings, platform, translator } = kernel
const switchable = host.manifests.filter(({ locked }) => !locked).map(({ id }) => id)
const lockedPlugin = host.manifests.find(({ locked }) => locked)?.id ?? ''

const faults = new Set<string>()

/** What is counted of everything that plugins may leave behind. */
function present(): Record<string, number> {
  return {
    'event listeners': events.listenerCount(),
    timers: platform.clock.pending,
    commands: commands.all.getState().length,
    'settings sections': settings.sections.getState().length,
    'stored switches': (platform.storage.get(SWITCHES) ?? '').length,
    conditions: Object.values(commands.conditions.getState()).filter(value => value !== undefined).length,
  }
}

async function activateAll(): Promise<void> {
  for (const { id } of host.manifests) await host.activate(id)
}

/** One that is enabled before what it needs says so, and comes up with it. */
async function enable(id: string): Promise<void> {
  await host.enable(id).catch(error => {
    if (codeOf(error) !== 'plugin_blocked') throw error
  })
}

/** Plays a little; at the end of it strings sound, timers wait, and the log has grown. */
async function play(): Promise<void> {
  await commands.attempt('library.play-song', { song: 'greensleeves' })
  await platform.clock.advance(PLAYED_MS)
}

/** The next visit: the same storage, everything else new. Plugins that were switched off stay off. */
async function visitAgain(off: readonly string[]): Promise<void> {
  const stored = memoryPlatform({ stored: { [SWITCHES]: platform.storage.get(SWITCHES) ?? '' } })
  const visit = await createTestKernel({ plugins: PLUGINS, platform: stored })
  for (const { id, status } of Object.values(visit.host.states.getState())) {
    if ((status === 'disabled') !== off.includes(id)) faults.add(`${id} is ${status} after a restart`)
  }
  expectNoLeaks(visit)
}

/** As another tab does: the list of what is off changes in storage, and this one follows. */
async function switchElsewhere(disabled: readonly string[]): Promise<void> {
  const text = JSON.stringify({ disabled, version: '1' })
  platform.storage.set(SWITCHES, text)
  platform.storage.change(SWITCHES, text)
  // Switching goes one after the other: when this one is through, which changes nothing, those before it are.
  await host.enable(lockedPlugin)
}

async function round(number: number): Promise<{ up: Record<string, number>; down: Record<string, number> }> {
  await play()
  // Each plugin in turn is the first to go, so that those which need it are stopped in mid-song.
  const first = switchable[number % switchable.length] ?? ''
  const order = [first, ...switchable.filter(id => id !== first)]
  const elsewhere = number % 2 === 1
  if (elsewhere) await switchElsewhere(order)
  else for (const id of order) await host.disable(id)
  const down = present()
  if (number % RESTARTED_EVERY === RESTARTED_EVERY / 2) await visitAgain(order)
  if (elsewhere) await switchElsewhere([])
  else for (const id of order) await enable(id)
  await activateAll()
  return { up: present(), down }
}

commands.setContext('loggedIn', true)
commands.setContext('route', '/fretboard')
await translator.init(platform.languages)
await activateAll()

const weights: { round: number; bytes: number }[] = []
let reference: Awaited<ReturnType<typeof round>> | undefined
for (let number = 0; number < ROUNDS; number += 1) {
  const counted = await round(number)
  reference ??= counted
  for (const state of ['up', 'down'] as const) {
    for (const [what, count] of Object.entries(counted[state])) {
      const before = reference[state][what]
      if (count !== before)
        faults.add(`${what} while ${state}: ${before} at first, ${count} in a later round`)
    }
  }
  for (const { id, leaks = [] } of Object.values(host.states.getState())) {
    for (const leak of leaks) faults.add(`${leak} of ${id}`)
  }
  for (const { level, message } of platform.logged.splice(0)) {
    if (level !== 'debug' && level !== 'info') faults.add(`${level}: ${message}`)
  }
  if (number >= SETTLED_ROUND && number % WEIGHED_EVERY === 0) {
    kernel.get(MIDI_LOG).clear()
    collect()
    weights.push({ round: number, bytes: process.memoryUsage().heapUsed })
  }
}
expectNoLeaks(kernel)

/** The middle of all slopes between two weighings, which a single odd one does not move (Theil and Sen). */
function growth(): number {
  return median(
    weights.flatMap((from, index) =>
      weights.slice(index + 1).map(to => (to.bytes - from.bytes) / (to.round - from.round)),
    ),
  )
}

for (const fault of [...faults].slice(0, 20)) process.stdout.write(`  ${fault}\n`)
process.stdout.write(
  `  ${ROUNDS} rounds of ${switchable.join(', ')}; up: ${JSON.stringify(reference?.up)}, heap ${shown((weights.at(-1)?.bytes ?? 0) / 1e6)} MB\n`,
)
reportFigure({ name: 'left behind by plugins', figure: faults.size, unit: '', limit: 0 })
reportFigure({ name: 'heap growth per round', figure: growth(), unit: 'bytes', limit: LIMIT_BYTES_PER_ROUND })
