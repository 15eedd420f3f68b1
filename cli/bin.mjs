#!/usr/bin/env node
// The `fretwork` command as shipped: the built command line, or one sentence where it was never built.
import { existsSync } from 'node:fs'
import module from 'node:module'

const built = new URL('../dist/cli/main.mjs', import.meta.url)
if (existsSync(built)) {
  // Node 22.8 and later keep what they compiled for the next start; where they cannot, nothing is lost but time.
  module.enableCompileCache?.()
  await import(built.href)
} else {
  process.stderr.write('Fretwork is not built yet: run `npm start` or `npm run build` in its folder first.\n')
  process.exitCode = 1
}
