// `npm test`: installs packages, finds a browser, then runs all checks in order and stops at the first
// failure. `npm test -- unit` or `npm test -- --only unit,lint` runs only these steps. `npm test -- changed`
// checks the uncommitted changes, or the last commit if there are none.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { provideChromium } from './lib/chromium.mjs'
import { install } from './lib/install.mjs'
import { duration, root, run, StepError, script } from './lib/project.mjs'
import { REPORT_VARIABLE, readReport, slowestFiles } from './lib/test/report.mjs'
import { changedGroups, chosenGroups, LANES } from './lib/test/steps.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }

async function runStep(step, signal, onStart) {
  const began = performance.now()
  const path = join(root, 'test-results', `${step.name}.json`)
  rmSync(path, { force: true })
  const env = step.tests ? { [REPORT_VARIABLE]: path } : {}
  const { code, output } = await run(...step.run, { env, quiet: true, onStart })
  if (signal.aborted) return true
  const report = step.tests ? readReport(path) : undefined
  if (report) for (const key of Object.keys(total)) total[key] += report[key]
  const took = duration(performance.now() - began)
  if (code === 0) {
    const tests = report
      ? `  ${report.passed} tests${report.skipped ? `, ${report.skipped} skipped` : ''}; slowest files:\n${slowestFiles(report)}`
      : '\n'
    process.stdout.write(`  ok      ${step.name.padEnd(16)} ${took.padStart(9)}${tests}`)
    return true
  }
  // A failed step without a failed test counts as one failure.
  if (!report?.failed) total.failed += 1
  process.stdout.write(`${output.trimEnd()}\n  FAILED  ${step.name.padEnd(16)} ${took.padStart(9)}\n`)
  return false
}

/** Runs a group of steps. Resolves with the first failed step. */
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

/** Clears the developer's settings, which must not affect the result. */
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

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new StepError(`git ${words.join(' ')} failed: ${stderr.trim()}`)
  return stdout.split('\n').filter(line => line !== '')
}

function stepsOfChange() {
  const changedSince = commit => [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const since = changedSince('HEAD').length > 0 ? 'HEAD' : 'HEAD~1'
  return changedGroups(
    changedSince(since).filter(file => existsSync(join(root, file))),
    since,
  )
}

script(async () => {
  const began = performance.now()
  let groups
  try {
    groups = asked().includes('changed') ? stepsOfChange() : chosenGroups(asked())
  } catch (error) {
    if (error instanceof RangeError) throw new StepError(error.message)
    throw error
  }
  forgetSettings()
  // Disable colors, because the output may be redirected.
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
  await install()
  if (groups.flat().some(step => step.name === 'e2e'))
    process.stdout.write(`browser: ${await provideChromium()}\n`)

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
