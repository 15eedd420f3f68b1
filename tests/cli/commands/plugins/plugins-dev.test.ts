import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ensureBuilt, errorLine, serve } from '../../../../cli/commands/plugins/plugins-dev.js'
import { testFolder } from '../../../support/test-folder.js'

it('a failed build is reported with its position, its message and what Fretwork serves instead', () => {
  const lines = [
    'Build failed with 1 error:',
    '[plugin fretwork:plugin]',
    'RolldownError: x is not defined (src/index.ts:19)',
    '    at error (file:///app/node_modules/rolldown/dist/shared/logs.mjs:164:24)',
    '    ╭─[ src/index.ts:20:13 ]',
  ]
  const shown = (isServed: boolean) => lines.flatMap(line => errorLine(line, isServed) ?? [])
  expect(shown(true)).toEqual([
    'The build failed. Fretwork still serves the last good build; fix the error and save the file:',
    'x is not defined (src/index.ts:19)',
    '    ╭─[ src/index.ts:20:13 ]',
  ])
  expect(shown(false)[0]).toBe(
    'The build failed. Fretwork starts after the first good build; fix the error and save the file:',
  )
})

const { at } = testFolder({ 'dist/plugin.json': '{}', 'dist/index.js': 'good', 'scripts/build.mjs': '' })

it('the last good build stays in place while a build has no plugin.json', () => {
  const served = at('served')
  expect(serve(at('.'), served)).toBe(true)
  rmSync(at('dist/plugin.json'))
  writeFileSync(at('dist/index.js'), 'bad')
  expect(serve(at('.'), served)).toBe(false)
  expect(readFileSync(at('served/index.js'), 'utf8')).toBe('good')
})

it('a checkout without a build is built, and a failed build is reported', () => {
  const build = (code: string) => writeFileSync(at('scripts/build.mjs'), code)
  build('process.exit(1)')
  expect(() => ensureBuilt(at('.'))).toThrow(/could not be built; the reason is above/)
  build("if (process.argv[2] !== 'app') process.exit(1)")
  expect(() => ensureBuilt(at('.'))).not.toThrow()
})
