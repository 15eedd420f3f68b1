// Two kinds of tests: `unit` needs nothing, `integration` a real PostgreSQL that is started once per run.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sdkAliases } from './scripts/lib/sdk-faces.mjs'

const integration = 'tests/**/*.integration.test.ts'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: sdkAliases() },
  test: {
    // A test's order or neighbours must not decide its outcome, and a run must be repeatable.
    sequence: { shuffle: false },
    mockReset: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}', 'examples/**/*.test.{ts,tsx}'],
          exclude: [integration],
          setupFiles: ['tests/setup-dom.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [integration],
          globalSetup: ['tests/server/setup-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
