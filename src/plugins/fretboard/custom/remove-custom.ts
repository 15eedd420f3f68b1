/** Takes away what a person has kept, tuning or shape, with a way back for as long as the notice stands. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES } from '../../../core/kernel/services/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { CustomItem, CustomList } from './custom-list.js'

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
