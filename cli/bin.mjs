#!/usr/bin/env node
// The `fretwork` command as shipped: the built command line, or one sentence where it was never built.
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli/main.mjs', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  process.stderr.write('Fretwork is not built yet: run `npm start` or `npm run build` in its folder first.\n')
  process.exitCode = 1
}
