// What `npm test` does, as a table: groups run one after the other, the steps of one group two at a time.
import { availableParallelism } from 'node:os'

const bin = (path, ...args) => [process.execPath, [`node_modules/${path}`, ...args]]
const typescript = (file, ...words) => [process.execPath, ['--import', './cli/register.mjs', file, ...words]]
const vitest = (name, ...projects) =>
  bin('vitest/vitest.mjs', 'run', ...projects.map(project => `--project=${project}`))
    .flat()
    .concat(
      '--reporter=default',
      '--silent=passed-only',
      '--reporter=json',
      `--outputFile.json=${reportOf(name)}`,
    )

/** Where a step that runs tests writes its JSON report. */
export const reportOf = step => `test-results/${step}.json`

const asCommand = ([command, ...args]) => [command, args]

/** Names are what `npm test -- <name> …` takes. A step with `report` adds to the count at the end. */
export const GROUPS = [
  [
    { name: 'types', run: bin('@typescript/native/bin/tsc', '-p', 'tsconfig.json') },
    { name: 'types-headless', run: typescript('scripts/check-headless.ts') },
    { name: 'lint', run: bin('@biomejs/biome/bin/biome', 'check', '.', '--error-on-warnings') },
    {
      name: 'floors',
      run: bin(
        'dependency-cruiser/bin/dependency-cruise.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        'src',
        'cli',
        'server',
        'examples',
      ),
    },
    { name: 'dead-code', run: bin('knip/bin/knip.js', '--no-progress') },
    {
      name: 'locales',
      run: typescript('scripts/check-locales.ts'),
    },
    { name: 'api-report', run: typescript('scripts/api-report.ts', '--check') },
  ],
  [{ name: 'unit', run: asCommand(vitest('unit', 'unit', 'unit-screens', 'unit-apart')), report: 'vitest' }],
  [
    { name: 'integration', run: asCommand(vitest('integration', 'integration')), report: 'vitest' },
    { name: 'build', run: [process.execPath, ['scripts/build.mjs', '--if-changed']] },
  ],
  [
    {
      name: 'e2e',
      run: bin('@playwright/test/cli.js', 'test', '--reporter=list,json'),
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('e2e') },
      report: 'playwright',
      needs: ['build'],
    },
  ],
]

/** How many steps of a group run at a time. */
export const LANES = Math.max(1, Math.min(2, availableParallelism()))

/** Passed, failed and skipped tests of one JSON report. */
export function countOf(kind, report) {
  if (kind === 'vitest') {
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

/**
 * The groups with the asked steps only, and what those need, in the table's order.
 * @throws {RangeError} naming the first unknown step
 */
export function chosenGroups(names) {
  const all = GROUPS.flat()
  const unknown = names.find(name => !all.some(step => step.name === name))
  if (unknown) {
    throw new RangeError(
      `There is no step named "${unknown}": choose among ${all.map(step => step.name).join(', ')}.`,
    )
  }
  if (names.length === 0) return GROUPS
  const wanted = new Set(names)
  for (const step of all) if (wanted.has(step.name)) for (const need of step.needs ?? []) wanted.add(need)
  return GROUPS.map(group => group.filter(step => wanted.has(step.name))).filter(group => group.length > 0)
}
