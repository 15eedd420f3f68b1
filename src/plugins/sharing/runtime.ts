import { GO_TO } from '../../core/events/app-events.js'
import { defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { EVENTS } from '../../core/kernel/tokens.js'
import { SONG_LIBRARY, songChoices, syncIdOf } from '../library/tokens.js'
import { SharedThings, sharePath } from '../social/sharing/shared-things.js'
import { PEOPLE_PARTS } from '../social/tokens.js'
import { SHARED_THINGS } from './internal-tokens.js'

export default defineRuntime({
  providers: [provideFactory(SHARED_THINGS, context => new SharedThings(context))],
  commands: {
    'sharing.share-song': ({ get }, { song: id }: { readonly song: string }) => {
      const song = get(SONG_LIBRARY)
        .view.getState()
        .songs.find(each => each.id === id)
      const path = song ? sharePath('song', syncIdOf(song)) : '/songs'
      get(EVENTS).emit(GO_TO, { path })
    },
  },
  choices: { 'sharing.share-song': { song: songChoices } },
  screens: {
    SharedPage: () => import('../social/sharing/ui/shared-page.js'),
    SharePage: () => import('../social/sharing/ui/share-page.js'),
    SharedItemPage: () => import('../social/sharing/ui/shared-item-page.js'),
    LinkPage: () => import('../social/sharing/ui/link-page.js'),
    PersonShares: () => import('../social/sharing/ui/person-shares.js'),
    Feed: () => import('../social/sharing/ui/feed.js'),
  },
  activate: ({ extend }) => {
    extend(PEOPLE_PARTS, {
      ...{ id: 'sharing.person', slot: 'profile', plugin: 'sharing', screen: 'PersonShares' },
    })
    extend(PEOPLE_PARTS, { id: 'sharing.feed', slot: 'following', plugin: 'sharing', screen: 'Feed' })
  },
})
