import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_SOAK, sample } from '../../../support/rounds.js'
import { MISTAKES as ALL, type Mistake } from './mistakes.js'

/** The compiler and the build are fast; each check starts the whole of Fretwork. */
const MISTAKES = [
  ...ALL.filter(({ by }) => by !== 'check'),
  ...sample(
    ALL.filter(({ by }) => by === 'check'),
    4,
  ),
]
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
mkdirSync(join(ROOT, 'test-results'), { recursive: true })
// Inside the project, so that packages are found.
const folder = mkdtempSync(join(ROOT, 'test-results/mistakes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const placeOf = (mistake: Mistake) => join(folder, `${MISTAKES.indexOf(mistake)}`)

/** Does not block this process, which has to answer Vitest. @returns the output, or the errors */
function run(...words: string[]): Promise<string> {
  const { VITEST: _test, NODE_ENV: _mode, ...env } = process.env
  return new Promise(resolve => {
    execFile(process.execPath, words, { cwd: ROOT, env }, (error, out, err) =>
      resolve(error ? out || err : out),
    )
  })
}

/** Runs a tool for mistakes. @returns its message about each */
async function reports(tool: 'build' | 'check', mistakes: readonly Mistake[]): Promise<Map<Mistake, string>> {
  const script = join(import.meta.dirname, 'run-tools.mjs')
  const said: string[] = JSON.parse(
    await run('--import', './cli/register.mjs', script, tool, ...mistakes.map(placeOf)),
  )
  return new Map(mistakes.map((mistake, index) => [mistake, said[index] ?? '']))
}

function compile(): Promise<string> {
  const template = readFileSync(join(ROOT, 'packages/create-plugin/template/tsconfig.json'), 'utf8')
  const paths = { '@fretwork/sdk': [join(ROOT, 'src/sandbox/sdk.ts')] }
  const compilerOptions = { ...JSON.parse(template).compilerOptions, paths }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/src'] }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return run(join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', folder, '--pretty', 'false')
}

function changeFiles(mistake: Mistake): void {
  if (mistake.touched) writeFileSync(join(placeOf(mistake), 'src/index.ts'), `${mistake.source}\n`)
  for (const [name, change] of Object.entries(mistake.change ?? {})) {
    const file = join(placeOf(mistake), 'dist', name)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
}

let compiled = ''
let built: Map<Mistake, string>
let checked: Map<Mistake, string>

/** What the compiler says about a mistake. */
function typesOf(mistake: Mistake): string {
  const start = relativePlace(mistake)
  return compiled
    .split(/^(?=\S)/m)
    .filter(part => part.startsWith(start))
    .join('')
}

const relativePlace = (mistake: Mistake) => `${placeOf(mistake).slice(ROOT.length)}/src/`

describe('typical plugin mistakes', () => {
  beforeAll(async () => {
    for (const mistake of MISTAKES) {
      const place = placeOf(mistake)
      mkdirSync(join(place, 'src'), { recursive: true })
      for (const [name, text] of Object.entries({ 'src/index.ts': mistake.source, ...mistake.files }))
        writeFileSync(join(place, name), text)
      const { packageJson = { private: true, version: '1.0.0', type: 'module' } } = mistake
      writeFileSync(join(place, 'package.json'), JSON.stringify(packageJson))
    }
    compiled = await compile()
    built = await reports(
      'build',
      MISTAKES.filter(({ by }) => by !== 'types'),
    )
    const runnable = MISTAKES.filter(({ by }) => by === 'check')
    runnable.forEach(changeFiles)
    checked = await reports('check', runnable)
  })

  it.each(MISTAKES)('$by: $name', mistake => {
    const { by, says, alsoTypes = false } = mistake
    if (by === 'types') expect(typesOf(mistake)).toContain(says)
    else {
      // Earlier tools must not report something else.
      if (!alsoTypes) expect(typesOf(mistake)).toBe('')
      expect(built.get(mistake)).toContain(by === 'build' ? says : '')
      if (by === 'check')
        expect([built.get(mistake), checked.get(mistake)]).toEqual(['', expect.stringContaining(says)])
    }
  })

  // tests/sandbox/endless-loops.test.ts shows the same with a shorter limit.
  it.runIf(IS_SOAK).each([
    ['build', 'for (;;) void commands', 'setup of "quiz" did not return within 5 seconds'],
    ['check', 'panel.show(() => { for (;;) void commands })', 'The code of "quiz" did not return'],
    ['check', 'commands.add("ask", { title: "Ask", run: async () => { for (;;) await 1 } })', 'The code of'],
  ] as const)('%s reports the line of an endless loop: %s', async (tool, setup, sentence) => {
    const place = join(folder, `${tool} ${setup.length}`)
    mkdirSync(join(place, 'src'), { recursive: true })
    const source = `export default { id: 'quiz', title: 'Quiz', permissions: {}, setup({ commands, panel }) {\n${setup} } }`
    writeFileSync(join(place, 'src/index.ts'), source)
    writeFileSync(join(place, 'package.json'), '{ "version": "1.0.0", "type": "module" }')
    const script = join(import.meta.dirname, 'run-tools.mjs')
    const use = (name: string) => run('--import', './cli/register.mjs', script, name, place)
    expect(tool === 'build' ? await use('build') : `${await use('build')}${await use('check')}`).toMatch(
      new RegExp(`${sentence}.* \\(src/index.ts:2\\)\\.\n`),
    )
  })
})
