/** Profile commands. On the profile page they act like its buttons; elsewhere they are saved immediately. */
import { ownProfile, type Profile, saveProfile } from '../../core/api/users.js'
import { GO_TO } from '../../core/events/app-events.js'
import type { CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { API, COMMANDS, EVENTS, NOTICES } from '../../core/kernel/services/tokens.js'
import { codeOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { PROFILE_EDITOR, type ProfileEditor } from './internal-tokens.js'
import { bodyOf, draftOf } from './profile.js'
import { refusalText } from './refusals.js'

const SAID = phrases({
  public: 'Your profile is now public.',
  private: 'Your profile is now private.',
  undo: 'Undo',
})

const editorOf = ({ get }: PluginContext): ProfileEditor | undefined => get(PROFILE_EDITOR).getState()

const setPublic =
  (isPublic: boolean): CommandHandler =>
  async context => {
    const open = editorOf(context)
    if (open) return open.setPublic(isPublic)
    const before = await context.get(API).call(ownProfile)
    if (before.public !== isPublic) await change(context, before, isPublic)
  }

async function change(context: PluginContext, before: Profile, isPublic: boolean): Promise<void> {
  const { get } = context
  const after = await get(API).call(saveProfile, { body: bodyOf({ ...draftOf(before), public: isPublic }) })
  const undo = () =>
    change(context, after, !isPublic).catch(error =>
      get(NOTICES).post({ kind: 'error', code: codeOf(error), ...refusalText(error) }),
    )
  get(NOTICES).post({
    kind: 'success',
    source: 'account',
    message: isPublic ? SAID.public : SAID.private,
    action: { label: SAID.undo, run: () => void undo() },
  })
}

export const PROFILE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'account.save-profile': context => editorOf(context)?.save(),
  'account.discard-profile': context => editorOf(context)?.discard(),
  'account.choose-picture': context => {
    const open = editorOf(context)
    if (open) open.choosePicture()
    else context.get(EVENTS).emit(GO_TO, { path: '/account/profile#picture' })
  },
  'account.remove-picture': context => editorOf(context)?.removePicture(),
  'account.publish-profile': setPublic(true),
  'account.hide-profile': setPublic(false),
}

export function followEditor({ get, scope }: PluginContext): void {
  const commands = get(COMMANDS)
  const follow = (open: ProfileEditor | undefined) => {
    commands.setContext('account.draft', open?.changed)
    commands.setContext('account.picture', open?.hasPicture)
  }
  scope.onDispose(get(PROFILE_EDITOR).subscribe(follow))
  scope.onDispose(() => follow(undefined))
}
