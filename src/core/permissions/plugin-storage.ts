import type { Disposable } from '../platform/store.js'
import { createToken } from '../platform/token.js'

/** Options for opening a plugin's storage. */
export interface StorageOptions {
  /** Syncs the values with the account's other devices. */
  readonly sync?: boolean
}

/** JSON values stored by a plugin for the current tenant and user. */
export interface StoredValues {
  /** @returns `undefined` if nothing is stored */
  get<T = unknown>(key: string): Promise<T | undefined>
  /**
   * @throws FretworkError `storage_full` if the quota is exceeded or the device is full, `storage_value` for
   * a value that is not valid JSON, `storage_key` for a key that is empty or longer than 200 characters
   */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** Returns the keys in alphabetical order. */
  keys(): Promise<readonly string[]>
  /** Returns the used space and the quota in bytes. */
  usage(): Promise<{ readonly used: number; readonly quota: number }>
  /** Called with the keys that have changed on another device. */
  onChange(listener: (keys: readonly string[]) => void): Disposable
}

/** A plugin's private storage. */
export interface PluginStorage {
  /** Opens the storage. The quota is 5 MB on this device, or 100 KB with `sync`. */
  open(options?: StorageOptions): StoredValues
}

/** Opens the plugin's private storage. */
export const PLUGIN_STORAGE = createToken<PluginStorage>('core.plugin-storage')
