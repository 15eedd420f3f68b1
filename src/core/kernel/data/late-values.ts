/** The values of a plugin, whose code comes with the first use of them: most plugins store nothing. */
import { disposable } from '../../platform/disposable.js'
import type { Logger } from '../../platform/logger.js'
import type { ValuesParts } from './open-values.js'
import type { StorageOptions, StoredValues } from './plugin-storage.js'

/** To whom values belong. */
interface Owner {
  readonly user: string
  readonly area: string
}

interface LateValuesParts {
  readonly parts: Omit<ValuesParts, 'user' | 'area'>
  readonly options: StorageOptions
  /** The present one. */
  readonly owner: () => Owner
  readonly log: Logger
}

export function createLateValues({ parts, options, owner, log }: LateValuesParts): StoredValues {
  /** Whose turn it is: the owner when the method was called, also if another one has logged in since. */
  let acting: Owner | undefined
  const now = () => acting ?? owner()
  let present: StoredValues | undefined
  const load = async () => {
    const { openValues } = await import('./open-values.js')
    present ??= openValues({ ...parts, user: () => now().user, area: () => now().area }, options)
    return present
  }
  const use = async <T>(method: (values: StoredValues) => Promise<T>): Promise<T> => {
    const mine = owner()
    const values = await load()
    acting = mine
    try {
      // Reads its owner before it waits for anything.
      return method(values)
    } finally {
      acting = undefined
    }
  }
  return {
    get: <T>(key: string) => use(values => values.get<T>(key)),
    set(key, value) {
      const copy = copyOf(value)
      return use(values => values.set(key, copy))
    },
    delete: key => use(values => values.delete(key)),
    keys: () => use(values => values.keys()),
    usage: () => use(values => values.usage()),
    onChange(listener) {
      if (present) return present.onChange(listener)
      let ended = false
      let end = () => {
        ended = true
      }
      load()
        .then(values => {
          if (ended) return
          const inner = values.onChange(listener)
          end = () => inner.dispose()
        })
        .catch(error => log.error('Changes of stored values cannot be followed', error))
      return disposable(() => end())
    },
  }
}

/** The value as it is now: it may be changed before it is stored. */
function copyOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    // Not JSON: refused with the reason when it is stored.
    return value
  }
}
