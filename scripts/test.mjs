// `npm test`: installs, finds a browser, then everything that decides, in order; stops at the first failure.
// `npm test -- unit` or `npm test -- --only unit,lint` runs these steps alone.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { provideChromium } from './lib/chromium.mjs'
import { install } from './lib/install.mjs'
import { duration, root, run, StepError, script } from './lib/project.mjs'
import { chosenGroups, countOf, LANES, reportOf } from './lib/test-steps.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }

function readReport(step) {
  const path = join(root, reportOf(step.name))
  if (!step.report || !existsSync(path)) return undefined
  const count = countOf(step.report, JSON.parse(readFileSync(path, 'utf8')))
  for (const key of Object.keys(total)) total[key] += count[key]
  return count
}

/** Runs one step. Its output is shown whole where it fails; otherwise the step is one line. */
async function runStep(step, signal, onStart) {
  const began = performance.now()
  if (step.report) rmSync(join(root, reportOf(step.name)), { force: true })
  const { code, output } = await run(...step.run, { env: step.env, quiet: true, onStart })
  if (signal.aborted) return true
  const count = readReport(step)
  const took = duration(performance.now() - began)
  if (code === 0) {
    const tests = count ? `  ${count.passed} tests${count.skipped ? `, ${count.skipped} skipped` : ''}` : ''
    process.stdout.write(`  ok      ${step.name.padEnd(16)} ${took.padStart(9)}${tests}\n`)
    return true
  }
  // A step may fail without a failing test (a type error, a crash): the last line must not say "0 failed".
  if (!count?.failed) total.failed += 1
  process.stdout.write(`${output.trimEnd()}\n  FAILED  ${step.name.padEnd(16)} ${took.padStart(9)}\n`)
  return false
}

/** Runs the steps of a group, `LANES` at a time. Resolves with the name of the one that failed first. */
async function runGroup(group) {
  const waiting = [...group]
  const running = new Set()
  const stopped = new AbortController()
  let failed
  const lane = async () => {
    for (let step = waiting.shift(); step && !failed; step = waiting.shift()) {
      let child
      const ok = await runStep(step, stopped.signal, started => {
        child = started
        running.add(started)
      })
      running.delete(child)
      if (!ok && !failed) {
        failed = step.name
        stopped.abort()
        for (const other of running) other.kill('SIGTERM')
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return failed
}

/** The tests decide the same whatever the developer's own settings are. */
function forgetSettings() {
  for (const name of Object.keys(process.env)) {
    const ours = /^FRETWORK_/.test(name) && name !== 'FRETWORK_CHROMIUM'
    if (ours || ['PORT', 'HOST', 'NODE_ENV', 'DATABASE_URL', 'SMTP_URL'].includes(name))
      delete process.env[name]
  }
}

function asked() {
  return process.argv
    .slice(2)
    .filter(argument => argument !== '--only')
    .flatMap(argument => argument.split(','))
    .filter(name => name !== '')
}

script(async () => {
  const began = performance.now()
  let groups
  try {
    groups = chosenGroups(asked())
  } catch (error) {
    if (error instanceof RangeError) throw new StepError(error.message)
    throw error
  }
  forgetSettings()
  // What is kept back may end up in a file: no colours there.
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
  await install()
  if (groups.flat().some(step => step.name === 'e2e')) {
    process.stdout.write(`browser: ${await provideChromium()}\n`)
  }
  mkdirSync(join(root, 'test-results'), { recursive: true })

  let failed
  for (const group of groups) {
    failed = await runGroup(group)
    if (failed) break
  }
  const took = duration(performance.now() - began)
  process.stdout.write(failed ? `\nStopped at "${failed}" after ${took}.\n` : `\nAll done in ${took}.\n`)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = failed ? 1 : 0
})
