import { expect, it } from 'vitest'
import { whyIsThisCommandHidden } from '../../../src/core/kernel/palette-data.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createToken } from '../../../src/core/platform/token.js'
import { kernelWith, makePlugin } from './make-plugin.js'

const tuner = (contributes = {}) =>
  makePlugin('tuner', {
    contributes: {
      commands: [
        { id: 'tuner.tune', title: 'Tune', keys: ['x'], when: "loggedIn && route == '/tuner'" },
        { id: 'tuner.reset', title: 'Reset', hidden: true, needs: 'screen' },
        { id: 'tuner.listen', title: 'Listen' },
      ],
      ...contributes,
    },
  })

it('the explanation of a false condition lists the false term and its value', async () => {
  const kernel = await kernelWith([tuner()])
  kernel.commands.setContext('loggedIn', true)
  kernel.commands.setContext('route', '/fretboard')
  expect(whyIsThisCommandHidden(kernel, 'tuner.tune')).toMatchObject({
    offered: false,
    reasons: [
      {
        ...{ kind: 'condition', condition: "loggedIn && route == '/tuner'" },
        terms: [{ term: "route == '/tuner'", found: [{ name: 'route', value: '/fretboard' }] }],
      },
    ],
  })
})

it('the explanation includes a plugin that is disabled, incompatible or unsupported', async () => {
  const kernel = await kernelWith(
    [
      tuner(),
      makePlugin('old', {
        requires: [createToken('gone')],
        contributes: { commands: [{ id: 'old.go', title: 'Go' }] },
      }),
      makePlugin('page', {
        runsIn: ['browser'],
        contributes: { commands: [{ id: 'page.go', title: 'Go' }] },
      }),
    ],
    { platform: memoryPlatform({ host: 'node' }) },
  )
  await kernel.host.disable('tuner')
  const why = (id: string) => whyIsThisCommandHidden(kernel, id).reasons[0]
  expect(why('tuner.listen')).toEqual({
    ...{ kind: 'plugin', plugin: 'tuner', title: 'The tuner', status: 'disabled' },
    ...{ code: 'plugin_disabled', reason: 'Disabled by the user.' },
  })
  expect(why('old.go')).toMatchObject({ status: 'failed', code: 'token_missing' })
  expect(why('page.go')).toMatchObject({ status: 'not-for-this-host' })
})

it('on the command line, the explanation includes the missing screen', async () => {
  const kernel = await kernelWith([tuner()], { platform: memoryPlatform({ host: 'node' }) })
  const { reasons } = whyIsThisCommandHidden(kernel, 'tuner.reset')
  expect(reasons.map(({ kind }) => kind)).toEqual(['screen', 'hidden'])
})

it('the explanation includes the failure of the command’s plugin', async () => {
  const failing = makePlugin(
    'failing',
    { contributes: { commands: [{ id: 'failing.go', title: 'Go' }] } },
    { activate: () => Promise.reject(new Error('No strings.')) },
  )
  const kernel = await kernelWith([failing])
  expect(whyIsThisCommandHidden(kernel, 'failing.go')).toMatchObject({
    offered: true,
    reasons: [{ kind: 'plugin', status: 'failed', reason: 'No strings.' }],
  })
})

it.each([
  ['tuner.tnue', ['tuner.tune']],
  ['neck.tune', ['tuner.tune']],
  ['Listen', ['tuner.listen']],
  ['quite.different', []],
])('the unknown command %s is reported with similar IDs', async (id, near) => {
  const kernel = await kernelWith([tuner()])
  const { command, reasons } = whyIsThisCommandHidden(kernel, id)
  expect(command).toBeUndefined()
  const [unknown] = reasons
  expect(unknown?.kind === 'unknown' && unknown.near.map(each => each.id)).toEqual(near)
})

it('the explanation of a missing key includes the command that uses the key', async () => {
  const late = makePlugin('late', {
    contributes: { commands: [{ id: 'late.go', title: 'Go', keys: ['x', 'y'] }] },
  })
  const kernel = await kernelWith([tuner(), late])
  const why = (id: string) => whyIsThisCommandHidden(kernel, id).reasons
  const to = { id: 'tuner.tune', title: 'Tune', source: 'tuner' }
  expect(why('late.go')).toEqual([{ kind: 'key', key: 'x', to, byUser: false }])
  kernel.commands.setUserKeys({ 'tuner.tune': ['y'] })
  expect(why('late.go').find(reason => reason.kind === 'key' && reason.key === 'y')).toMatchObject({
    to,
    byUser: true,
  })
})
