import { expect, it } from 'vitest'
import { type GuardedExtensions, guardedExtensions } from '../../../src/core/kernel/guarded-extensions.js'
import { defineRuntime, type PluginManifest } from '../../../src/core/kernel/plugin.js'
import { createExtensionPoint } from '../../../src/core/platform/token.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { kernelWith, makePlugin } from './make-plugin.js'

interface Voice {
  readonly id: string
  sing(): string
}

const VOICES = createExtensionPoint<Voice>('choir.voices')

const singer = (plugin: string, ...voices: Voice[]) =>
  makePlugin(
    plugin,
    { title: `The ${plugin}` },
    defineRuntime({
      activate: ({ extend }) => {
        for (const voice of voices) extend(VOICES, voice)
      },
    }),
  )

const voice = (id: string, sing: Voice['sing'] = () => id): Voice => ({ id, sing })

async function choir(...singers: readonly PluginManifest[]) {
  let voices: GuardedExtensions<Voice> | undefined
  const opening = makePlugin(
    'choir',
    { extensionPoints: [VOICES] },
    defineRuntime({
      activate: context => {
        voices = guardedExtensions(context, VOICES)
      },
    }),
  )
  const kernel = await kernelWith([opening, ...singers])
  if (!voices) throw new Error('The choir did not start.')
  const notices: string[] = []
  const listening = kernel.notices.show(({ message, values = {} }) =>
    notices.push(message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))),
  )
  const { items, attempt, takeOut, pluginOf } = voices
  const ids = () => items.getState().map(({ id }) => id)
  return { kernel, listening, notices, items, ids, attempt, takeOut, pluginOf }
}

it('contributions are listed in order with their plugins and removed with them', async () => {
  const { kernel, listening, ids, items, pluginOf } = await choir(
    singer('alto', voice('a')),
    singer('bass', voice('b')),
  )
  expect(ids()).toEqual(['a', 'b'])
  expect(items.getState().map(pluginOf)).toEqual(['alto', 'bass'])
  await kernel.host.disable('alto')
  expect(ids()).toEqual(['b'])
  await kernel.host.enable('alto')
  expect(ids()).toEqual(['b', 'a'])
  listening.dispose()
  expectNoLeaks(kernel)
})

it('a contribution that throws is removed with one notice while the others keep running', async () => {
  const hoarse = voice('a', () => {
    throw new Error('no voice today')
  })
  const { ids, notices, items, attempt, takeOut } = await choir(singer('alto', hoarse, voice('b')))
  expect(items.getState().map(each => attempt(each, () => each.sing()))).toEqual([undefined, 'b'])
  takeOut(hoarse, new Error('again'))
  expect(ids()).toEqual(['b'])
  expect(notices).toEqual([
    'A contribution from “The alto” to choir.voices failed and was removed: no voice today. Everything else still works.',
  ])
})

it('a removed contribution returns when its plugin adds it again', async () => {
  const { kernel, ids, items, takeOut } = await choir(singer('alto', voice('a')))
  for (const each of items.getState()) takeOut(each, new Error('no voice today'))
  expect(ids()).toEqual([])
  await kernel.host.disable('alto')
  await kernel.host.enable('alto')
  expect(ids()).toEqual(['a'])
})
