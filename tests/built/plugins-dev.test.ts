import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { BUILT_CLI } from '../support/built.js'
import { testFolder } from '../support/test-folder.js'

const preset = new URL('../../scripts/lib/plugin/plugin-preset.mjs', import.meta.url).href
const source = (text: string) => `import { plugin } from '@fretwork/sdk'
export default plugin({
  ...{ id: 'quiz', title: 'Quiz', permissions: {} },
  setup: ({ panel, t }) => panel.show(() => ({ text: ${text} })),
})`
const { at } = testFolder({
  'quiz/src/index.ts': source("t('Hello')"),
  'quiz/vite.config.mjs': `import { fretworkPlugin } from '${preset}'\nexport default { plugins: [fretworkPlugin()] }`,
  'quiz/package.json': '{ "private": true, "version": "1.0.0", "type": "module" }',
})
let running: ChildProcess | undefined
afterAll(() => running?.kill())

it('plugins dev builds, checks and serves a plugin, and leaves nothing behind', async () => {
  const temporary = at('temporary')
  mkdirSync(temporary)
  const { VITEST: _test, NODE_ENV: _mode, ...env } = process.env
  running = spawn(process.execPath, [BUILT_CLI, 'plugins', 'dev', at('quiz')], {
    env: { ...env, TMPDIR: temporary, PORT: '0' },
  })
  let said = ''
  running.stdout?.on('data', chunk => {
    said += chunk
  })
  await expect.poll(() => said).toMatch(/Fretwork runs at http:/)
  await expect.poll(() => said).toContain('quiz: 0 problems and 0 warnings.')
  const [url = ''] = /http:\S+/.exec(said) ?? []
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(said).toContain('demo@fretwork.local')
  expect(readdirSync(temporary).filter(name => name.startsWith('fretwork-dev-'))).toHaveLength(1)

  writeFileSync(join(at('quiz'), 'src/index.ts'), source('document.title'))
  await expect.poll(() => said).toContain('Plugins have no document (src/index.ts:4)')

  running.kill('SIGINT')
  expect(await once(running, 'exit')).toEqual([0, null])
  expect(readdirSync(temporary).filter(name => name.startsWith('fretwork-dev-'))).toEqual([])
})
