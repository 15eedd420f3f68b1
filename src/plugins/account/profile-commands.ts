/** What can be done to the own profile from the palette: on its page as its buttons do, elsewhere at once. */
import { ownProfile, type Profile, saveProfile } from '../../core/api/users.js'
import { GO_TO } from '../../core/events/go-to.js'
import type { CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { API, COMMANDS, EVENTS, NOTICES } from '../../core/kernel/services/tokens.js'
import { codeOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { bodyOf, draftOf } from './profile-rules.js'
import { refusalOf } from './refusals.js'
import { PROFILE_DESK, type ProfileDesk } from './tokens.js'

const SAID = phrases({
  public: 'Your profile is public now.',
  private: 'Your profile is private now.',
  undo: 'Undo',
})

const desk = ({ get }: PluginContext): ProfileDesk | undefined => get(PROFILE_DESK).getState()

const show =
  (isPublic: boolean): CommandHandler =>
  async context => {
    const open = desk(context)
    if (open) return open.setPublic(isPublic)
    const before = await context.get(API).call(ownProfile)
    if (before.public !== isPublic) await change(context, before, isPublic)
  }

async function change(context: PluginContext, before: Profile, isPublic: boolean): Promise<void> {
  const { get } = context
  const after = await get(API).call(saveProfile, { body: bodyOf({ ...draftOf(before), public: isPublic }) })
  const undo = () =>
    change(context, after, !isPublic).catch(error =>
      get(NOTICES).post({ kind: 'error', code: codeOf(error), ...refusalOf(error) }),
    )
  get(NOTICES).post({
    kind: 'success',
    source: 'account',
    message: isPublic ? SAID.public : SAID.private,
    action: { label: SAID.undo, run: () => void undo() },
  })
}

export const PROFILE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'account.save-profile': context => desk(context)?.save(),
  'account.discard-profile': context => desk(context)?.discard(),
  'account.choose-picture': context => {
    const open = desk(context)
    if (open) open.choosePicture()
    else context.get(EVENTS).emit(GO_TO, { path: '/account/profile#picture' })
  },
  'account.remove-picture': context => desk(context)?.removePicture(),
  'account.publish-profile': show(true),
  'account.hide-profile': show(false),
}

/** Tells the conditions what the open page has to offer. */
export function followDesk({ get, scope }: PluginContext): void {
  const commands = get(COMMANDS)
  const follow = (open: ProfileDesk | undefined) => {
    commands.setContext('account.draft', open?.changed)
    commands.setContext('account.picture', open?.hasPicture)
  }
  scope.onDispose(get(PROFILE_DESK).subscribe(follow))
  scope.onDispose(() => follow(undefined))
}
