import { createToken } from '../../platform/services/token.js'
import type { Disposable } from '../../platform/store.js'

/**
 * Options for opening a plugin's storage.
 * @since 1.2
 */
export interface StorageOptions {
  /** Adds values that sync to the account's other devices. */
  readonly sync?: boolean
}

/**
 * Values of a plugin for the current tenant and user; any JSON value.
 * @since 1.2
 */
export interface StoredValues {
  /** @returns `undefined` if nothing is stored */
  get<T = unknown>(key: string): Promise<T | undefined>
  /**
   * @throws FretworkError `storage_full` if the quota or the device is exceeded, `storage_value` for a value
   * that JSON cannot hold, `storage_key` for a key that is empty or longer than 200 characters
   */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** Returns the keys in alphabetical order. */
  keys(): Promise<readonly string[]>
  /** Returns the used space and the quota, bytes. */
  usage(): Promise<{ readonly used: number; readonly quota: number }>
  /** Called with the keys that have changed on another device. */
  onChange(listener: (keys: readonly string[]) => void): Disposable
}

/**
 * Storage of one plugin; other plugins cannot access it.
 * @since 1.2
 */
export interface PluginStorage {
  /** Holds 5 MB on this device, or 100 KB with `sync`. Repeated calls return the same store. */
  open(options?: StorageOptions): StoredValues
}

/**
 * Private storage of each plugin.
 * @since 1.2
 * @example await get(PLUGIN_STORAGE).open().set('best', { points: 12 })
 */
export const PLUGIN_STORAGE = createToken<PluginStorage>('core.plugin-storage')
