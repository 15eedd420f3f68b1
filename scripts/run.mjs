// `npm run bench | soak | screens`: installs packages, builds, finds a browser, then runs the TypeScript
// files of that kind. An argument selects files: `npm run bench -- cli-start`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { provideChromium } from './lib/chromium.mjs'
import { install } from './lib/install.mjs'
import { root, run, StepError, script } from './lib/project.mjs'

const FIGURES = 'test-results/figures.ndjson'

const listed = (folder, ending, recursive = false) =>
  readdirSync(join(root, folder), { recursive })
    .filter(name => name.endsWith(ending))
    .sort()
    .map(name => `${folder}/${name}`)

const KINDS = {
  bench: () => listed('bench', '.bench.ts', true),
  soak: () => listed('bench/soak', '.ts'),
  screens: () => ['scripts/screens.ts'],
}

function printTable() {
  const path = join(root, FIGURES)
  if (!existsSync(path)) return
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
    .map(row => [row.name, row.figure, row.peer, row.ratio, row.limit, row.ok ? 'ok' : 'OVER'])
  const table = [['', 'figure', 'peer', 'ratio', 'limit', ''], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map(row => row[column].length)))
  const line = row =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  process.stdout.write(`\n${table.map(line).join('\n')}\n`)
}

script(async () => {
  const [kind, ...words] = process.argv.slice(2)
  const files = KINDS[kind]?.()
  if (!files)
    throw new StepError(
      `There is nothing named "${kind}" to run: choose among ${Object.keys(KINDS).join(', ')}.`,
    )
  const chosen = kind === 'screens' ? files : files.filter(file => words.every(word => file.includes(word)))
  if (chosen.length === 0)
    throw new StepError(
      `There is no ${kind} file${words.length > 0 ? ` named like "${words.join(' ')}"` : ''} to run.`,
    )

  await install()
  await ensureBuilt()
  await provideChromium()
  mkdirSync(join(root, 'test-results'), { recursive: true })
  rmSync(join(root, FIGURES), { force: true })
  let failed = 0
  for (const file of chosen) {
    process.stdout.write(`\n${file}\n`)
    const { code } = await run(
      process.execPath,
      ['--import', './cli/register.mjs', file, ...(kind === 'screens' ? words : [])],
      { env: { FRETWORK_FIGURES: FIGURES } },
    )
    if (code !== 0) failed += 1
  }
  printTable()
  if (failed > 0) throw new StepError(`${failed} of ${chosen.length} failed.`)
})
