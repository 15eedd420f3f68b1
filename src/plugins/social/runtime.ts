import { GO_TO } from '../../core/events/app-events.js'
import {
  type ChoiceLister,
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { CONNECTION, EVENTS, SETTINGS } from '../../core/kernel/tokens.js'
import { SONG_LIBRARY, songChoices, syncIdOf } from '../library/tokens.js'
import { ONCE, once } from './once.js'
import { outboxSettings } from './settings.js'

const people = () => import('./profiles/person-commands.js')

/** Commands about people, loaded when one of them runs. */
const PEOPLE_COMMANDS = [
  ...['find-people', 'show-following', 'show-followers', 'show-blocked'],
  ...['follow', 'unfollow', 'block', 'unblock', 'show-person'],
  ...['follow-person', 'unfollow-person', 'block-person', 'unblock-person'],
].map(name => `social.${name}`)

const peopleCommand =
  (id: string): CommandHandler =>
  async (...input) =>
    (await people()).PERSON_COMMANDS[id]?.(...input)

const personChoices =
  (id: string): ChoiceLister =>
  async (...input) =>
    (await (await people()).PERSON_CHOICES[id]?.(...input)) ?? []

export default defineRuntime({
  providers: [provideFactory(ONCE, once)],
  commands: {
    ...Object.fromEntries(PEOPLE_COMMANDS.map(id => [id, peopleCommand(id)])),
    'sharing.share-song': async ({ get }, { song: id }: { readonly song: string }) => {
      const { sharePath } = await import('./sharing/shared-things.js')
      const song = get(SONG_LIBRARY)
        .view.getState()
        .songs.find(each => each.id === id)
      const path = song ? sharePath('song', syncIdOf(song)) : '/songs'
      get(EVENTS).emit(GO_TO, { path })
    },
    'homework.give': ({ get }, { song }: { readonly song: string }) =>
      get(EVENTS).emit(GO_TO, { path: `/homework/new?${new URLSearchParams({ song })}` }),
    'homework.stop': async ({ get }) => {
      const { practicingOf } = await import('./homework/practicing.js')
      get(ONCE)(practicingOf).stop()
    },
  },
  choices: {
    ...Object.fromEntries(
      PEOPLE_COMMANDS.filter(id => id.endsWith('-person')).map(id => [id, { person: personChoices(id) }]),
    ),
    'sharing.share-song': { song: songChoices },
    'homework.give': { song: songChoices },
  },
  screens: {
    PeoplePage: () => import('./profiles/ui/people-page.js'),
    PersonPage: () => import('./profiles/ui/person-page.js'),
    SharedPage: () => import('./sharing/ui/shared-page.js'),
    SharePage: () => import('./sharing/ui/share-page.js'),
    SharedItemPage: () => import('./sharing/ui/shared-item-page.js'),
    LinkPage: () => import('./sharing/ui/link-page.js'),
    HomeworkPage: () => import('./homework/ui/homework-page.js'),
    NewHomeworkPage: () => import('./homework/ui/new-homework-page.js'),
    GroupPage: () => import('./homework/ui/group-page.js'),
    AssignmentPage: () => import('./homework/ui/assignment-page.js'),
    News: () => import('./homework/ui/news.js'),
    Task: () => import('./homework/ui/task.js'),
  },
  activate: context => {
    void sendWaiting(context)
    context.scope.add(context.get(CONNECTION).onConnected(() => void sendWaiting(context)))
  },
})

/** Sends homework calls left over from an earlier session or a lost connection. */
async function sendWaiting({ get, log }: PluginContext): Promise<void> {
  if (get(SETTINGS).store(outboxSettings).getState().calls.length === 0) return
  try {
    const { outboxOf } = await import('./homework/outbox.js')
    await get(ONCE)(outboxOf).flush()
  } catch (error) {
    log.warn('Couldn’t send queued homework', error)
  }
}
