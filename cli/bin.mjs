#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

const built = new URL('../dist/cli/main.mjs', import.meta.url)
if (existsSync(built)) {
  // Cache compiled code to speed up the next start (Node 22.8).
  module.enableCompileCache?.()
  await import(built.href)
} else {
  process.stderr.write(
    'Fretwork has not been built yet. Run `npm start` or `npm run build` in its folder first.\n',
  )
  process.exitCode = 1
}
