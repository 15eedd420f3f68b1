import type { PluginContext } from '../../core/kernel/plugin.js'
import { TENANT } from '../../core/kernel/tokens.js'
import { phrase } from '../../core/platform/phrases.js'
import { createStore } from '../../core/platform/store.js'
import { type Patch, SOUND_BANKS } from '../sound/tokens.js'
import { BANKS_PAGE } from './own-banks.js'

const OFFERED = phrase('{{bank}} (provided by {{operator}})')

/** Adds the sound banks that the operator offers to all users. */
export async function addOfferedBanks({ get, scope, log }: PluginContext): Promise<void> {
  try {
    const page = await get(BANKS_PAGE)()
    if (!page) return
    for (const bank of await page.offered()) {
      const values = { bank: bank.name, operator: get(TENANT).current.name }
      const source = {
        title: { source: 'sound-banks', message: OFFERED, values },
        view: createStore({ banks: [bank] }),
        load: async (id: string, patch: Patch) => page.extract(await page.offeredFile(id), patch),
      }
      if (!scope.signal.aborted) scope.add(get(SOUND_BANKS).add(source))
    }
  } catch (error) {
    log.info('Couldn’t list the operator’s sound banks', error)
  }
}
