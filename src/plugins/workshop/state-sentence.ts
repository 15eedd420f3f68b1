/** Says in one sentence what a plugin is doing and why, from its state. */
import type { PluginState, PluginStatus } from '../../core/kernel/host/plugin-state.js'
import { phrases } from '../../core/platform/phrases.js'

export interface Sentence {
  readonly sentence: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Never by colour alone: each has a sign of its own. */
export const STATUS_SIGNS: Readonly<Record<PluginStatus, string>> = {
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
  'not-for-this-host': 'Not for this host',
  blocked: 'Blocked',
  activating: 'Starting',
  active: 'Active',
  failed: 'Failed',
  disabled: 'Off',
})

const SENTENCES = phrases({
  registered: 'Starts as soon as it is needed.',
  otherHost: 'Does not run in a browser.',
  blockedByOff: 'Needs “{{plugin}}”, which is off.',
  blockedByFailure: 'Needs “{{plugin}}”, which could not start.',
  activating: 'Is starting.',
  active: 'Started in {{ms}} ms.',
  activeLoaded: 'Loaded in {{loadMs}} ms, started in {{ms}} ms.',
  activeAtOnce: 'Has started.',
  failed: 'Could not start ({{code}}): {{reason}}',
  disabled: 'Switched off by the user.',
})

/** @param titleOf what to call a plugin, by its id */
export function stateSentence(state: PluginState, titleOf: (id: string) => string): Sentence {
  const { status, code = status, reason = '', by } = state
  switch (status) {
    case 'active':
      return activeSentence(state)
    case 'failed':
      return { sentence: SENTENCES.failed, values: { code, reason } }
    case 'blocked': {
      // Without the plugin behind it the host's own words are the best there are.
      if (by === undefined) return { sentence: SENTENCES.failed, values: { code, reason } }
      const off = code === 'plugin_disabled'
      return {
        sentence: off ? SENTENCES.blockedByOff : SENTENCES.blockedByFailure,
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
