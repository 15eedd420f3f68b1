import { join } from 'node:path'
import {
  type AllowedPlugin,
  type ListPlace,
  readValidEntries,
} from '../../src/sandbox/packages/allow-list.js'
import { Refusal } from '../../src/sandbox/packages/refusal.js'
import { StartFailure } from '../failure.js'

export function listPlace({ home, plugins }: { home: string; plugins?: string | undefined }): ListPlace {
  return { path: plugins ?? join(home, 'plugins.json'), named: plugins !== undefined }
}

/** @throws StartFailure `plugins_invalid` listing every problem */
export function readAllowList(place: ListPlace): readonly AllowedPlugin[] {
  try {
    const { allowed, faults } = readValidEntries(place)
    if (faults.length === 0) return allowed
    throw new StartFailure('plugins_invalid', `${place.path} is invalid: ${faults.join(' ')}`)
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw new StartFailure('plugins_invalid', cause.message, { cause })
  }
}
