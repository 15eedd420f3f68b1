/** One's own tunings and shapes as services: of whoever is logged in, and said when something cannot be read. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { AUTH, NOTICES, SETTINGS } from '../../../core/kernel/services/tokens.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { shapeSettings, tuningSettings } from '../kept-settings.js'
import { readShapeCode, type Shape } from '../shapes/shape.js'
import { type CodedTuning, readTuningCode } from '../tunings/tuning-code.js'
import { type CustomList, createCustomList } from './custom-list.js'

const SENTENCES = phrases({
  tunings: 'Saved tunings that can’t be read: {{number}}.',
  shapes: 'Saved shapes that can’t be read: {{number}}.',
})

export function createCustomTunings(context: PluginContext): CustomList<CodedTuning> & Disposable {
  return createCustomList({
    settings: context.get(SETTINGS).store(tuningSettings),
    user: userId(context),
    read: (code, name) => {
      const { tuning } = readTuningCode(code)
      return tuning && { ...tuning, name }
    },
    word: 'tuning',
    onUnreadable: complainer(context, 'tunings'),
  })
}

export function createCustomShapes(context: PluginContext): CustomList<Shape> & Disposable {
  return createCustomList({
    settings: context.get(SETTINGS).store(shapeSettings),
    user: userId(context),
    read: (code, name) => {
      const { shape } = readShapeCode(code)
      return shape && { ...shape, name }
    },
    word: 'shape',
    onUnreadable: complainer(context, 'shapes'),
  })
}

function complainer({ get }: PluginContext, what: keyof typeof SENTENCES) {
  return (number: number) =>
    get(NOTICES).post({
      kind: 'warning',
      source: 'fretboard',
      code: `${what}_broken`,
      message: SENTENCES[what],
      values: { number },
    })
}

function userId({ get, scope }: PluginContext): ReadonlyStore<string> {
  const { state } = get(AUTH)
  const now = () => state.getState().user?.id ?? ''
  const store = createStore(now())
  scope.onDispose(
    state.subscribe(() => {
      if (now() !== store.getState()) store.setState(now(), true)
    }),
  )
  return store
}
