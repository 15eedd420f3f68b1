// The `unit`, `unit-screens` and `unit-apart` projects have no external dependencies. The `integration`
// project needs PostgreSQL, which is started once per run.
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sdkAliases } from './scripts/lib/plugin/sdk-aliases.mjs'

const integration = 'tests/**/*.integration.test.ts'
/** Slow tests with restarts, locks and killed processes: `npm run soak -- integration`. */
const soak = 'tests/**/*.soak.test.ts'
/**
 * Tests that run without isolation, because loading the same code for each file took as long as running the
 * tests.
 */
const together = 'tests/{,{app,cli,core,music,plugins,sandbox,scripts,server}/**/}*.test.ts'
/**
 * Screen tests, also without isolation. They form a separate project, because mixing files with and without a
 * DOM doubled the loading time.
 */
const screens = 'tests/{app,core,plugins,sandbox}/**/*.test.tsx'
/** The examples, which run like the other tests. */
const examples = 'examples/*/*.test.ts'
const settled = 'tests/settle-imports.ts'
/** Timeout, ms; generous, so that tests do not fail on a busy machine. */
const LIMIT_MS = 120_000

export default defineConfig({
  plugins: [react()],
  resolve: { alias: sdkAliases() },
  test: {
    // Runs must be reproducible.
    sequence: { shuffle: false },
    // Use all processors; by default, Vitest leaves one free.
    maxWorkers: availableParallelism(),
    // Keeps transformed files in node_modules, which saves a tenth of the time of later runs.
    experimental: { fsModuleCache: true },
    // Fewer garbage collections.
    execArgv: ['--max-semi-space-size=64'],
    expect: { poll: { timeout: LIMIT_MS } },
    mockReset: true,
    testTimeout: 2 * LIMIT_MS,
    hookTimeout: 2 * LIMIT_MS,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [together, examples],
          exclude: [integration, soak],
          setupFiles: ['tests/setup-waits.ts', 'tests/setup-dom.ts', settled],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-screens',
          environment: 'happy-dom',
          include: [screens],
          setupFiles: ['tests/setup-waits.ts', 'tests/setup-dom.ts', settled],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-apart',
          include: ['{tests,examples,packages}/**/*.test.{ts,tsx}'],
          exclude: [integration, soak, together, screens, examples],
          globalSetup: ['tests/ensure-built.mjs'],
          setupFiles: ['tests/setup-waits.ts', 'tests/setup-dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          isolate: false,
          include: process.env.FRETWORK_SOAK ? [integration, soak] : [integration],
          setupFiles: ['tests/setup-waits.ts', settled],
          globalSetup: ['tests/ensure-built.mjs', 'tests/server/setup-database.ts'],
        },
      },
    ],
  },
})
