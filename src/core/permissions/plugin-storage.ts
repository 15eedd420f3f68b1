import type { Disposable } from '../platform/store.js'
import { createToken } from '../platform/token.js'

/** JSON values stored by a plugin for the current tenant and user. */
export interface StoredValues {
  /** Resolves to `undefined` if nothing is stored. */
  get<T = unknown>(key: string): Promise<T | undefined>
  /**
   * @throws FretworkError `storage_full` if the quota is exceeded or the device is full, `storage_value` for
   * a value that is not valid JSON, `storage_key` for a key that is empty or longer than 128 characters
   */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** Returns the keys in alphabetical order. */
  keys(): Promise<readonly string[]>
  /** Called with the keys that have changed in another tab or on another device. */
  onChange(listener: (keys: readonly string[]) => void): Disposable
}

/** A plugin's private storage. */
export interface PluginStorage {
  /** Values on this device, up to 5 MB. */
  readonly device: StoredValues
  /** Values that sync with the account's other devices, up to 100 KB. */
  readonly account: StoredValues
}

export const PLUGIN_STORAGE = createToken<PluginStorage>('core.plugin-storage')
