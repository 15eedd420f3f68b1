/** Storage of its own for every plugin: values by key, per tenant and user, with a version and a quota. */
import type { Disposable } from '../../platform/disposable.js'
import { createToken } from '../../platform/services/token.js'

/** Makes the values of the next version of those of one version; with a promise only for values of this device. */
export type StorageMigration = (
  values: Readonly<Record<string, unknown>>,
) => Record<string, unknown> | Promise<Record<string, unknown>>

/**
 * How a plugin opens its storage.
 * @since 1.2
 */
export interface StorageOptions {
  /** Whole, from 1, which it is unless given. Raised by one when the shape of values changes. */
  readonly version?: number
  /** From a version to the next one: `{ 1: values => ({ ...values, best: [values.best] }) }`. */
  readonly migrations?: Readonly<Record<number, StorageMigration>>
  /** Bytes of keys and values as JSON; 5 MB unless given, and 100 KB where values are synchronised. */
  readonly quota?: number
  /** The values follow the account to other devices. They have a store of their own, next to the one of this device. */
  readonly sync?: boolean
}

/**
 * Values of a plugin, which are of the tenant and the user of the moment. A value is anything that JSON can hold.
 * @since 1.2
 */
export interface StoredValues {
  /** @returns `undefined` where nothing is stored */
  get<T = unknown>(key: string): Promise<T | undefined>
  /**
   * @throws FretworkError `storage_full` where the quota or the device is exceeded, `storage_value` for what JSON
   * cannot hold, `storage_key` for a key that is empty or longer than 200 characters
   */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** In alphabetical order. */
  keys(): Promise<readonly string[]>
  /** In bytes. */
  usage(): Promise<{ readonly used: number; readonly quota: number }>
  /** Called with the keys that another device has changed, while values are synchronised. */
  onChange(listener: (keys: readonly string[]) => void): Disposable
}

/**
 * The storage of one plugin; no other plugin reads or changes it.
 * @since 1.2
 */
export interface PluginStorage {
  /**
   * Migrates older values when they are first used. The same store is opened as often as you like.
   * @throws FretworkError from the methods of the store: `storage_newer` for values of a newer version,
   * `storage_migration` where a migration throws; the values stay as they are
   */
  open(options?: StorageOptions): StoredValues
}

/**
 * Storage of its own for each plugin.
 * @since 1.2
 * @example await get(PLUGIN_STORAGE).open({ version: 1 }).set('best', { points: 12 })
 */
export const PLUGIN_STORAGE = createToken<PluginStorage>('core.plugin-storage')

/**
 * What plugins have stored, for those who manage plugins.
 * @since 1.2
 */
export interface PluginData {
  /** Bytes that a plugin has stored on this device, for all users of the tenant. */
  usage(plugin: string): Promise<number>
  /** Removes all that a plugin has stored, on this device for all users, and in the account of the present one. */
  remove(plugin: string): Promise<void>
}

/**
 * What plugins have stored: how much that is, and removing it.
 * @since 1.2
 * @example await get(PLUGIN_DATA).remove('drill')
 */
export const PLUGIN_DATA = createToken<PluginData>('core.plugin-data', { permission: 'plugins' })
