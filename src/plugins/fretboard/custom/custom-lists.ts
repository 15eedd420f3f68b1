/** Custom tunings and shapes of the logged-in user. Posts a notice when some can't be read. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { AUTH, NOTICES, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { shapeSettings, tuningSettings } from '../settings.js'
import { readShapeCode, type Shape } from '../shapes/shape.js'
import { type CodedTuning, readTuningCode } from '../tunings/tuning-code.js'
import { type CustomItem, CustomList } from './custom-list.js'

const SENTENCES = phrases({
  tunings: 'Saved tunings that can’t be read: {{number}}.',
  shapes: 'Saved shapes that can’t be read: {{number}}.',
})

export function createCustomTunings(context: PluginContext): CustomList<CodedTuning> {
  return new CustomList({
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

export function createCustomShapes(context: PluginContext): CustomList<Shape> {
  return new CustomList({
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

const { UNDO } = phrases({ UNDO: 'Undo' })

/** English sentences; `removed` has a gap for the name. */
interface Words {
  readonly code: string
  readonly gone: string
  readonly removed: string
}

/** @throws FretworkError with the `code` of `words` where there is none */
export function customItem<T>(list: CustomList<T>, id: string, { code, gone }: Words): CustomItem<T> {
  const found = list.items.getState().find(kept => kept.id === id)
  if (!found) throw new FretworkError(code, gone)
  return found
}

/** @throws FretworkError with the `code` of `words` where there is none */
export function removeCustom<T>({ get }: PluginContext, list: CustomList<T>, id: string, words: Words): void {
  const { name } = customItem(list, id, words)
  const bringBack = list.remove(id)
  get(NOTICES).post({
    kind: 'info',
    source: 'fretboard',
    message: words.removed,
    values: { name },
    action: { label: UNDO, run: bringBack },
  })
}
