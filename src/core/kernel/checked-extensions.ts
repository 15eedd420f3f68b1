import * as z from 'zod/mini'
import { messageOf } from '../platform/fretwork-error.js'
import { issueSentence } from '../platform/issue-sentence.js'
import { phrases } from '../platform/phrases.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { ExtensionPoint } from '../platform/token.js'
import type { PluginContext } from './plugin.js'
import { EXTENSIONS, NOTICES } from './tokens.js'

/** Schema for the id of an extension, such as `root-notes`. */
export const extensionId = z.string().check(z.minLength(1))

/** Schema that accepts any function. Parameters and results are not validated. */
export const callable = z.custom<(...parts: never[]) => unknown>(
  value => typeof value === 'function',
  'expected a function',
)

const SENTENCES = phrases({
  extension_wrong: 'Ignored an invalid contribution from “{{plugin}}” to {{point}}: {{reason}}',
  extension_failed:
    'The contribution of “{{plugin}}” to {{point}} failed and was removed: {{reason}} Everything else still works.',
})

export interface CheckedExtensions<T> {
  /** Valid items, in plugin activation order. */
  readonly items: ReadonlyStore<readonly T[]>
  pluginOf(item: T): string
  /** Removes an item that threw, and shows a notice. The plugin may add it again. */
  takeOut(item: T, thrown: unknown): void
  /** Runs a function of an item. If it throws, removes the item and returns `undefined`. */
  attempt<R>(item: T, run: () => R): R | undefined
}

/**
 * Subscribes to an extension point while the plugin is active. Items that don't match the schema or whose ID
 * is taken are ignored, and a notice shows the reason.
 * @param keyOf returns the key that must be unique; default: the id
 * @example
 * const DRILLS = createExtensionPoint<{ readonly id: string }>('drill.drills')
 * const drills = checkedExtensions(context, DRILLS, z.object({ id: extensionId }))
 */
export function checkedExtensions<T extends { readonly id: string }>(
  { get, scope, log }: PluginContext,
  point: ExtensionPoint<T>,
  schema: z.ZodMiniType,
  keyOf: (item: T, plugin: string) => string = item => item.id,
): CheckedExtensions<T> {
  const host = get(EXTENSIONS)
  const added = host.extensionsOf(point)
  const items = createStore<readonly T[]>([])
  const reported = new Map<T, keyof typeof SENTENCES>()
  const pluginOf = (item: T) => host.ownerOf(point, item) ?? ''

  const report = (item: T, code: keyof typeof SENTENCES, reason: string, cause?: unknown) => {
    reported.set(item, code)
    const plugin = pluginOf(item)
    const values = { plugin: host.state(plugin)?.title ?? plugin, point: point.id, reason: ended(reason) }
    log.error(`${plugin} adds to ${point.id}: ${reason}`, ...(cause === undefined ? [] : [cause]))
    get(NOTICES).post({ kind: 'error', source: 'core', code, message: SENTENCES[code], values })
  }

  const update = () => {
    const now = added.getState()
    for (const item of [...reported.keys()]) if (!now.includes(item)) reported.delete(item)
    const taken = new Set<string>()
    const fitting = now.filter(item => {
      if (reported.get(item) === 'extension_failed') return false
      const wrong = complaint(schema, item) ?? idTaken(keyOf(item, pluginOf(item)), taken)
      if (wrong !== undefined && !reported.has(item)) report(item, 'extension_wrong', wrong)
      return wrong === undefined
    })
    items.setState(fitting, true)
  }

  const takeOut = (item: T, thrown: unknown) => {
    if (!items.getState().includes(item)) return
    report(item, 'extension_failed', messageOf(thrown), thrown)
    update()
  }

  update()
  scope.onDispose(added.subscribe(update))
  return {
    items,
    pluginOf,
    takeOut,
    attempt(item, run) {
      try {
        return run()
      } catch (error) {
        takeOut(item, error)
        return undefined
      }
    },
  }
}

function complaint(schema: z.ZodMiniType, item: unknown): string | undefined {
  const { success, error } = schema.safeParse(item)
  if (success) return undefined
  const [issue] = error.issues
  const where = issue?.path.length ? ` at "${issue.path.join('.')}"` : ''
  return `${issueSentence(issue)}${where}`
}

function idTaken(key: string, taken: Set<string>): string | undefined {
  if (taken.has(key)) return `the ID "${key}" is already in use; use another ID`
  taken.add(key)
  return undefined
}

function ended(reason: string): string {
  return /[.!?…]$/.test(reason.trim()) ? reason.trim() : `${reason.trim()}.`
}
