/** Where the recording that is not finished is kept: one for each user. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { AUTH, SETTINGS } from '../../core/kernel/services/tokens.js'
import { draftSettings } from './settings.js'

export function draftStore({ get }: Pick<PluginContext, 'get'>) {
  const settings = get(SETTINGS).store(draftSettings)
  const user = () => get(AUTH).state.getState().user?.id ?? ''
  return {
    get: () => settings.getState().drafts[user()],
    put(draft: { at: number; song: string } | undefined) {
      const { [user()]: _, ...others } = settings.getState().drafts
      settings.change({ drafts: draft ? { ...others, [user()]: draft } : others })
    },
  }
}
