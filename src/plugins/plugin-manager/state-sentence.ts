import type { PluginManifest } from '../../core/kernel/plugin.js'
import { NOT_ANSWERED, type PluginState, type PluginStatus } from '../../core/kernel/plugin-state.js'
import type { PluginGrants } from '../../core/permissions/grants.js'
import { permissionsAsked } from '../../core/permissions/permissions.js'
import { phrases } from '../../core/platform/phrases.js'

export interface Sentence {
  readonly sentence: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** The status must not be shown by color alone. */
export const STATUS_SYMBOLS: Readonly<Record<PluginStatus, string>> = {
  registered: '○',
  'not-for-this-host': '⊘',
  blocked: '‖',
  activating: '◌',
  active: '●',
  failed: '✕',
  disabled: '–',
}

export const STATUS_NAMES: Readonly<Record<PluginStatus, string>> = phrases({
  registered: 'Ready',
  'not-for-this-host': 'Not available here',
  blocked: 'Blocked',
  activating: 'Starting',
  active: 'Active',
  failed: 'Failed',
  disabled: 'Disabled',
})

const SENTENCES = phrases({
  registered: 'Starts when needed.',
  otherHost: 'Doesn’t run in browsers.',
  blockedByDisabled: 'Requires “{{plugin}}”, which is disabled.',
  blockedByFailure: 'Requires “{{plugin}}”, which failed to start.',
  activating: 'Starting…',
  active: 'Started in {{ms}} ms.',
  activeLoaded: 'Loaded in {{loadMs}} ms, started in {{ms}} ms.',
  activeAtOnce: 'Started.',
  failed: 'Failed to start ({{code}}): {{reason}}',
  disabled: 'Disabled by you.',
  asks: 'Requests permissions.',
  asksForMore: 'Requests additional permissions.',
  outdated: 'Written for Fretwork 1. Install a version for SDK 2, or ask the author for one.',
  refused: 'Missing a required permission: {{reason}}',
})

/** Returns whether a new version requests permissions that the user hasn't decided on. */
export function asksForMore(manifest: PluginManifest, grants: PluginGrants): boolean {
  const fresh = grants.unanswered(manifest).length
  return fresh > 0 && fresh < permissionsAsked(manifest).length
}

export function stateSentence(state: PluginState, titleOf: (id: string) => string, again = false): Sentence {
  const { status, code = status, reason = '', by } = state
  switch (status) {
    case 'active':
      return activeSentence(state)
    case 'disabled':
      if (code !== NOT_ANSWERED.code) return { sentence: SENTENCES.disabled }
      return { sentence: again ? SENTENCES.asksForMore : SENTENCES.asks }
    case 'failed':
      if (code === 'plugin_outdated') return { sentence: SENTENCES.outdated }
      if (code === 'permission_refused') return { sentence: SENTENCES.refused, values: { reason } }
      return { sentence: SENTENCES.failed, values: { code, reason } }
    case 'blocked': {
      // If the cause is unknown, show the host's reason.
      if (by === undefined) return { sentence: SENTENCES.failed, values: { code, reason } }
      const disabled = code === 'plugin_disabled'
      return {
        sentence: disabled ? SENTENCES.blockedByDisabled : SENTENCES.blockedByFailure,
        values: { plugin: titleOf(by) },
      }
    }
    case 'not-for-this-host':
      return { sentence: SENTENCES.otherHost }
    default:
      return { sentence: SENTENCES[status] }
  }
}

function activeSentence({ ms, loadMs }: PluginState): Sentence {
  if (ms === undefined) return { sentence: SENTENCES.activeAtOnce }
  if (loadMs === undefined) return { sentence: SENTENCES.active, values: { ms: Math.round(ms) } }
  return {
    sentence: SENTENCES.activeLoaded,
    values: { ms: Math.round(ms), loadMs: Math.round(loadMs) },
  }
}
