// Two kinds of tests: those of `unit`, `unit-screens` and `unit-apart` need nothing, those of `integration` a real PostgreSQL that is started once per run.
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sdkAliases } from './scripts/lib/plugin/sdk-faces.mjs'

const integration = 'tests/**/*.integration.test.ts'
/** Restarts, locks and kills, which take long: `npm run soak -- integration`. */
const soak = 'tests/**/*.soak.test.ts'
/** These files share a process, which is not made anew for each: loading the same code again took as long as the tests. */
const together = 'tests/{,{app,cli,core,music,plugins,scripts,server}/**/}*.test.ts'
/** These too, in a process of their own: a window beside what has none made the loading of both take twice as long. */
const screens = 'tests/{app,core,plugins}/**/*.test.tsx'
const settled = 'tests/settle-imports.ts'
/** No wait ends sooner: a busy machine must not decide a test. */
const LIMIT_MS = 120_000

export default defineConfig({
  plugins: [react()],
  resolve: { alias: sdkAliases() },
  test: {
    // A test's order or neighbours must not decide its outcome, and a run must be repeatable.
    sequence: { shuffle: false },
    // Vitest itself would leave one processor free.
    maxWorkers: availableParallelism(),
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
          include: [together],
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
          exclude: [integration, soak, together, screens],
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
