import { phrases } from '../../../../core/platform/phrases.js'
import type { SyncView } from '../../tokens.js'

const STATES = phrases({
  off: 'Sync is off on this device',
  saved: 'All changes synced',
  waiting: 'Offline. {{count}} changes will sync when you’re back online.',
  working: 'Syncing…',
  part: 'Syncing {{done}} of {{total}}…',
  stopped: 'Sync stopped. {{count}} changes are only on this device.',
  failed: 'Sync failed. Your changes are saved on this device and will sync later.',
  full: 'This device is out of storage. Free up space to sync.',
  partly: 'Some items couldn’t be synced and are only on this device.',
  conflict: 'Synced, with conflicts to resolve',
})

export type StateSentence = readonly [sentence: string, values: Readonly<Record<string, number>>]

export const needsUser = ({ state, refused, conflicts, absent }: SyncView): boolean =>
  state === 'full' ||
  (state !== 'off' && (conflicts.length > 0 || absent > 0 || Object.keys(refused).length > 0))

export function sentenceOf(view: SyncView): StateSentence {
  const { state, done, total, refused, conflicts } = view
  if (state === 'working' && total > 0) return [STATES.part, { done, total }]
  if (state === 'saved' && conflicts.length > 0) return [STATES.conflict, {}]
  if (state === 'saved' && Object.keys(refused).length > 0) return [STATES.partly, {}]
  return [STATES[state], { count: total }]
}

export const REFUSED: Readonly<Record<string, string>> = phrases({
  songs_full:
    '{{count}} songs exceed your plan’s limit and stay on this device. Remove songs or upgrade your plan.',
  library_full:
    'Your account is full, so {{count}} items stay on this device. Remove songs you no longer need.',
  record_large: '{{count}} items are too large for your account and stay on this device.',
  blob_missing: '{{count}} files failed to upload. Fretwork will try again.',
  unreachable: 'Couldn’t restore the song. Check your connection and try again.',
  record_invalid: 'The server rejected {{count}} items. They stay on this device.',
})
