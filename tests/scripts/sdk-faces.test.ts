import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as sdk from '@fretwork/sdk'
import * as calls from '@fretwork/sdk/api'
import { MIDI_INPUT } from '@fretwork/sdk/plugins/midi-io'
import * as react from '@fretwork/sdk/react'
import * as testing from '@fretwork/sdk/testing'
import { PLUGINS } from '@fretwork/sdk/testing/plugins'
import { renderScreen } from '@fretwork/sdk/testing/react'
import * as React from 'react'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { SHARED } from '../../scripts/lib/plugin/plugin-preset.mjs'
import { SDK_FACES, sdkFile } from '../../scripts/lib/plugin/sdk-faces.mjs'
import { sharedModules, sharedNames } from '../../scripts/lib/plugin/shared-modules.js'
import { ownProfile } from '../../src/core/contract/users.js'
import { definePlugin } from '../../src/core/kernel/plugin.js'
import { useService } from '../../src/core/react/kernel-context.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import * as midi from '../../src/plugins/midi-io/tokens.js'
import { testFolder } from '../support/test-folder.js'

const { put } = testFolder()
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

it('the SDK re-exports the app’s modules instead of copies', () => {
  expect(sdk.definePlugin).toBe(definePlugin)
  expect(react.useService).toBe(useService)
  expect(calls.ownProfile).toBe(ownProfile)
  expect(testing.createTestKernel).toBe(createTestKernel)
  expect(MIDI_INPUT).toBe(midi.MIDI_INPUT)
  expect(PLUGINS.map(({ id }) => id)).toContain('midi-io')
  expect(renderScreen).toBeTypeOf('function')
})

it('the TypeScript configuration has the same SDK paths', () => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const paths = Object.entries(SDK_FACES).map(([name, file]) => [name, [`./${file}`]])
  expect(config.compilerOptions.paths).toEqual(Object.fromEntries(paths))
})

it('every SDK path resolves to an existing file', () => {
  const plugins = readdirSync(join(ROOT, 'src/plugins'), { withFileTypes: true })
  const open = plugins.filter(each => existsSync(join(ROOT, 'src/plugins', each.name, 'tokens.ts')))
  const names = Object.keys(SDK_FACES).filter(name => !name.includes('*'))
  for (const name of [...names, ...open.map(each => `@fretwork/sdk/plugins/${each.name}`)])
    expect(existsSync(sdkFile(name) ?? ''), name).toBe(true)
})

it('paths outside the SDK are not resolved', () => {
  expect(sdkFile('@fretwork/sdk/kernel')).toBeUndefined()
  expect([sdkFile('@fretwork/sdk/plugins/../core'), sdkFile('react')]).toEqual([undefined, undefined])
})

it('Node resolves the SDK from any folder', async () => {
  const text = "import { createToken } from '@fretwork/sdk'\nprocess.stdout.write(createToken('a.b').id)\n"
  const file = await put('inner/plugin.mjs', text)
  const register = pathToFileURL(join(ROOT, 'cli/register.mjs')).href
  expect((await promisify(execFile)(process.execPath, ['--import', register, file])).stdout).toBe('a.b')
})

const load = sharedModules().load as (id: string) => string | undefined

describe('modules shared between the app and external plugins', () => {
  it('React and all SDK modules except those for tests are shared', () => {
    const faces = Object.keys(SDK_FACES).filter(name => !name.includes('/testing') && !name.includes('*'))
    expect(sharedNames()).toEqual(
      expect.arrayContaining(['react', 'react-dom', 'react/jsx-runtime', ...faces]),
    )
    expect(sharedNames()).toContain('@fretwork/sdk/plugins/midi-io')
    expect(sharedNames().filter(name => !SHARED.test(name))).toEqual([])
  })

  it.each([
    'react-dom/client',
    '@fretwork/sdk/testing',
    '@fretwork/sdk/vite',
    'reactive',
    'zod/v4/core',
    'zodiac',
  ])('the module %s is not shared', name => {
    expect(SHARED.test(name)).toBe(false)
    expect(sharedNames()).not.toContain(name)
  })

  it('the shared React module exports every name, although its CommonJS source does not list them', () => {
    const exported =
      /export const \{ (.*) \} = all/.exec(load('\0shared:react') ?? '')?.[1]?.split(', ') ?? []
    expect(exported).toEqual(expect.arrayContaining(Object.keys(React).filter(name => name !== 'default')))
  })

  it('the shared Zod module has its default export, which `export *` omits', () => {
    expect(sharedNames()).toEqual(expect.arrayContaining(['zod', 'zod/mini']))
    expect(load('\0shared:zod')).toContain("export { default } from 'zod'")
    expect(load('\0shared:zod/mini')).toBe("export * from 'zod/mini'")
  })

  it('the shared SDK re-exports modules without duplicating their state', () => {
    expect(load('\0shared:@fretwork/sdk')).toMatch(/^export \* from ".*src\/core\/index\.ts"$/)
    // Modules without exports would leave a plugin's import empty.
    expect(Object.keys(sdk).length).toBeGreaterThan(0)
    expect(Object.keys(react).length).toBeGreaterThan(0)
  })
})
