import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { scratchFolder } from '../server/plugins/web-host.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const folder = scratchFolder()
afterAll(() => folder.remove())

// `npm run soak -- properties` runs such plugins with the real limit (tests/cli/commands/plugins/mistakes.test.ts).
it.each([
  ['of statements', 'for (;;) void helper'],
  ['that calls other code', 'for (;;) helper()'],
  ['that awaits', 'for (;;) await 1'],
])('an endless loop %s is ended, and its line is named', (_, loop) => {
  const place = folder.write({ 'quiz.mjs': `export default async helper => {\n${loop} }` }, loop)
  const program = `
    import { superviseLoops } from '${ROOT}src/sandbox/endless-loops.ts'
    import quiz from '${place}/quiz.mjs'
    superviseLoops('The quiz', 'quiz.mjs', undefined, 200)
    await quiz(() => { for (let count = 0; count < 1e6; count++); })`
  const words = ['--import', './cli/register.mjs', '--input-type=module', '--eval', program]
  const { signal, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' })
  expect([signal, stderr]).toEqual([
    'SIGKILL',
    expect.stringMatching(/^The quiz did not return within 0\.2 seconds; .* \(quiz\.mjs:2(:\d+)?\)\.\n$/),
  ])
})
