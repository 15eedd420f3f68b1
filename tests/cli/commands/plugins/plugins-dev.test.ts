import { expect, it } from 'vitest'
import { errorLine } from '../../../../cli/commands/plugins/plugins-dev.js'

it('a failed build is reported with its place, its message and what Fretwork serves instead', () => {
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
