import { FILES_DROPPED } from '../../core/events/app-events.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { EVENTS, PAGE, TENANT } from '../../core/kernel/tokens.js'
import { inPage } from '../../core/platform/ports.js'
import { SOUND_FILE } from '../player/tokens.js'
import { SOUND_BANKS } from '../sound/tokens.js'
import type { Removed } from './index.js'
import { addOfferedBanks } from './offered-banks.js'
import { BANKS_PAGE, type BanksPage, OWN_BANKS, OwnBanks } from './own-banks.js'
import { OWN_FILES, soundFiles } from './own-files.js'

export default defineRuntime({
  providers: [
    provideFactory(BANKS_PAGE, ({ get }) => {
      let page: Promise<BanksPage | undefined> | undefined
      return () => {
        const open = async () =>
          (await import('./ui/banks-page.js')).openBanksPage(get(TENANT).storageKey('Banks'))
        page ??= 'indexedDB' in globalThis ? inPage(open) : Promise.resolve(undefined)
        page.catch(() => (page = undefined))
        return page
      }
    }),
    provideFactory(OWN_BANKS, context => new OwnBanks(context)),
  ],
  commands: {
    'sound-banks.add': async ({ get, find }) =>
      get(OWN_BANKS).take((await find(PAGE)?.chooseFiles(OWN_FILES)) ?? []),
    'sound-banks.remove': ({ get }, { id }: Removed) => get(OWN_BANKS).remove(id),
  },
  choices: {
    'sound-banks.remove': {
      id: ({ get }) =>
        get(OWN_BANKS)
          .view.getState()
          .banks.map(({ id, name }) => ({ value: id, label: name })),
    },
  },
  screens: { OwnInstruments: () => import('./ui/own-instruments.js') },
  activate: context => {
    const { get, find, scope } = context
    if (!find(PAGE)) return
    const own = get(OWN_BANKS)
    scope.add(get(SOUND_BANKS).add(own))
    void addOfferedBanks(context)
    scope.add(
      get(EVENTS).on(FILES_DROPPED, ({ files, folder }) => {
        const sounds = files.filter(({ name }) => SOUND_FILE.test(name))
        if (sounds.length > 0) void own.take(folder === undefined ? sounds : soundFiles(files), folder)
      }),
    )
  },
})
