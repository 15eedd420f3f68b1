import { availableParallelism } from 'node:os'

const bin = (path, ...args) => [process.execPath, [`node_modules/${path}`, ...args]]
const typescript = (file, ...words) => [process.execPath, ['--import', './cli/register.mjs', file, ...words]]
const vitest = (projects, ...options) =>
  bin(
    'vitest/vitest.mjs',
    'run',
    ...projects.map(project => `--project=${project}`),
    ...options,
    '--silent=passed-only',
    '--reporter=default',
    '--reporter=./scripts/lib/test/vitest-reporter.mjs',
  )

const types = {
  name: 'types',
  run: bin('@typescript/native/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded'),
}

/** Groups of test steps; a step with `tests` writes a report. */
export const GROUPS = [
  [
    // Longest first, so that both lanes finish at the same time.
    { name: 'build', run: [process.execPath, ['scripts/build.mjs', '--if-changed']] },
    types,
    { name: 'types-headless', run: typescript('scripts/check-headless.ts') },
    { name: 'lint', run: bin('@biomejs/biome/bin/biome', 'check', '.', '--error-on-warnings') },
    {
      name: 'layers',
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
    { name: 'words', run: typescript('scripts/check-words.ts') },
    { name: 'api-report', run: typescript('scripts/api-report.ts', '--check') },
  ],
  [
    { name: 'unit', run: vitest(['unit', 'unit-screens', 'unit-apart']), tests: true, needs: ['build'] },
    // Spends most of the time waiting for the database.
    { name: 'integration', run: vitest(['integration']), tests: true, needs: ['build'] },
  ],
  [
    {
      name: 'e2e',
      run: bin(
        '@playwright/test/cli.js',
        'test',
        '--grep-invert=@soak',
        '--reporter=list,./scripts/lib/test/playwright-reporter.mjs',
      ),
      tests: true,
      needs: ['build'],
    },
  ],
]

export const LANES = Math.max(1, Math.min(2, availableParallelism()))

/**
 * Returns the named steps and their prerequisites.
 * @throws {RangeError} for an unknown step
 */
export function chosenGroups(names) {
  const all = GROUPS.flat()
  const unknown = names.find(name => !all.some(step => step.name === name))
  if (unknown) {
    throw new RangeError(
      `There is no step named "${unknown}": choose among ${all.map(step => step.name).join(', ')}.`,
    )
  }
  const wanted = new Set(names.length > 0 ? names : all.map(step => step.name))
  for (const step of all) if (wanted.has(step.name)) for (const need of step.needs ?? []) wanted.add(need)
  return GROUPS.map(group => group.filter(step => wanted.has(step.name))).filter(group => group.length > 0)
}

/** @param files changed files that exist, relative to the project */
export function changedGroups(files, since) {
  const code = files.filter(file => /\.(tsx?|mjs|json|css)$/.test(file))
  const touches = folders => code.some(file => new RegExp(`^(tests/|src/)?(${folders})/`).test(file))
  const projects = ['unit', 'unit-screens']
  if (touches('cli|sandbox|packages|examples|docs')) projects.push('unit-apart')
  if (touches('cli|server')) projects.push('integration')
  return [
    [
      {
        name: 'related tests',
        run: vitest(projects, `--changed=${since}`, '--passWithNoTests'),
        tests: true,
      },
      // Incremental type check, so that later runs are faster.
      {
        ...types,
        run: [
          types.run[0],
          [...types.run[1], '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types'],
        ],
      },
      ...(code.length > 0
        ? [{ name: 'lint', run: bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...code) }]
        : []),
    ],
  ]
}
