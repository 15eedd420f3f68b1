import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkOne } from '../../../../cli/commands/plugins/plugins-check.js'
import { runtimeProblems } from '../../../../cli/commands/plugins/plugins-runtime.js'
import { formMistake } from '../../../../src/core/kernel/manifest/manifest-schema.js'
import {
  type PluginManifest,
  type PluginRuntime,
  provide,
} from '../../../../src/core/kernel/manifest/plugin.js'
import { createToken } from '../../../../src/core/platform/services/token.js'
import { defineSettings } from '../../../../src/core/settings/section.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'

class Score {
  points = 0
}
const SCORE = createToken<Score>('quiz.score')
const OTHER = createToken<Score>('other.score')
const Page = () => Promise.resolve({ default: undefined })
const say = { id: 'quiz.say', title: 'Say', args: z.object({ text: z.string() }) }

const MANIFEST: Partial<PluginManifest> = {
  provides: [SCORE],
  contributes: {
    routes: [{ path: '/quiz', title: 'Quiz', screen: 'Page' }],
    commands: [say, { id: 'quiz.stop', title: 'Stop' }],
  },
  permissions: { 'midi-in': 'Counts notes.' },
  activateOn: ['command:quiz.*', 'route:/quiz'],
}
const commands = { 'quiz.say': () => 1, 'quiz.stop': () => 2 }
const RUNTIME: PluginRuntime = { providers: [provide(SCORE, Score)], commands, screens: { Page } }

const quiz = (manifest: object, runtime: object = {}) =>
  makePlugin('quiz', { ...MANIFEST, ...manifest } as PluginManifest, { ...RUNTIME, ...runtime })

async function codesFor(manifest: PluginManifest): Promise<string[]> {
  const problems = await runtimeProblems(manifest)
  const report = checkOne({ manifest, problems })
  return [...report.problems, ...report.warnings].map(({ code }) => code)
}

const withCommand = (change: object) => ({
  contributes: { ...MANIFEST.contributes, commands: [{ ...say, ...change }] },
})
const withSettings = (change: object) => ({
  contributes: {
    ...MANIFEST.contributes,
    settings: [
      {
        ...defineSettings({
          ...{ id: 'Quiz', title: 'Quiz', version: '1', defaults: { bpm: 90 } },
          schema: z.object({ bpm: z.number() }),
        }),
        ...change,
      },
    ],
  },
})

describe('fretwork plugins check', () => {
  it('finds nothing wrong with a plugin whose manifest and runtime agree', async () => {
    expect(await codesFor(quiz({}))).toEqual([])
  })

  it.each<[string, object, string]>([
    ['a command of another prefix', withCommand({ id: 'quizz.say' }), 'name_without_plugin'],
    ['a field that the settings lack', withSettings({ fields: [{ id: 'bmp' }] }), 'field_unknown'],
  ])('finds %s', async (_, manifest, code) => {
    expect(await codesFor(quiz(manifest))).toContain(code)
  })

  it.each<[string, object, string]>([
    [
      'a handler of an undeclared command',
      { commands: { ...commands, 'quiz.stp': () => 3 } },
      'command_undeclared',
    ],
    ['a command without a handler', { commands: { 'quiz.say': () => 1 } }, 'command_without_handler'],
    ['choices of an unknown command', { choices: { 'quiz.sing': { text: () => [] } } }, 'choices_unknown'],
    ['choices of an unknown argument', { choices: { 'quiz.say': { txt: () => [] } } }, 'choices_unknown'],
    ['a missing screen', { screens: {} }, 'screen_missing'],
    ['a service without a provider', { providers: [] }, 'provider_missing'],
    [
      'a provider of an undeclared service',
      { providers: [provide(SCORE, Score), provide(OTHER, Score)] },
      'provider_undeclared',
    ],
  ])('finds %s', async (_, runtime, code) => {
    expect(await codesFor(quiz({}, runtime))).toContain(code)
  })

  it('finds a runtime without a default export', async () => {
    const manifest = { ...quiz({}), load: async () => ({}) as { default: PluginRuntime } }
    expect(await codesFor(manifest)).toContain('runtime_without_default')
  })

  it.each<[string, object]>([
    ['an unknown permission', { permissions: { 'mid-in': 'Counts notes.' } }],
    ['a permission without a reason', { permissions: { 'midi-in': '' } }],
    ['hosts without a reason', { permissions: { network: { hosts: ['api.example.org'], reason: '' } } }],
  ])('refuses a manifest with %s', (_, change) => {
    expect(formMistake(quiz(change))).toBeDefined()
  })
})
