import { CORE_COMMANDS } from '../commands/built-in-commands.js'
import type { ArgumentChoice } from '../commands/command.js'
import type { CommandChoices, CommandRun } from '../commands/command-registry.js'
import { TOGGLE_SIDEBAR } from '../events/app-events.js'
import { type EditedBy, type Notice, textOf } from '../events/notices.js'
import { askingNotice } from '../permissions/permissions.js'
import { phrases } from '../platform/phrases.js'
import { type Disposable, disposable } from '../platform/store.js'
import { layoutSettings } from '../settings/core-settings.js'
import type { Kernel } from './tokens.js'

type PluginParts = Pick<Kernel, 'host' | 'notices' | 'translator'>

export function coreCommands({
  commands,
  auth,
  events,
  settings,
  ...plugins
}: PluginParts & Pick<Kernel, 'commands' | 'auth' | 'events' | 'settings'>): Disposable {
  const layout = settings.store(layoutSettings)
  const switchTo = (on: boolean, args: unknown) =>
    switchPlugin(plugins, (args as { plugin: string }).plugin, on)
  /** Returns an empty string on phones, where a sheet opens and receives focus. */
  const toggled = (side: 'left' | 'right') => {
    const before = layout.getState()
    events.emit(TOGGLE_SIDEBAR, { side })
    const now = layout.getState()
    return now === before ? '' : now[`${side}DrawerOpen`]
  }
  const say = (what: Notice | EditedBy | undefined, done: string, nothing: string): string => {
    const text = what
      ? {
          message: done,
          values: { what: 'command' in what ? titleWithArguments(what) : textOf(what, plugins.translator) },
        }
      : { message: nothing }
    plugins.notices.post({ kind: 'info', source: 'core', topic: 'undone', ...text })
    return ''
  }
  /** Returns a command title with its arguments: `Set capo (2)`. */
  const titleWithArguments = ({ command: id, args }: EditedBy) => {
    const { source = 'core', title = id } = commands.find(id) ?? {}
    const said = Object.values(args ?? {}).map(value => plugins.translator.t('core', `${value}`))
    return `${plugins.translator.t(source, title)}${said.length > 0 ? ` (${said.join(', ')})` : ''}`
  }
  const runs: Record<(typeof CORE_COMMANDS)[number]['id'], CommandRun> = {
    'core.log-out': () => auth.logout(),
    'core.undo': () => say(plugins.notices.undo(), SENTENCES.undid, SENTENCES.nothingUndone),
    'core.redo': () => say(plugins.notices.redo(), SENTENCES.redid, SENTENCES.nothingRedone),
    'core.use-light-scheme': () => layout.change({ colorScheme: 'light', darkMode: false }),
    'core.use-dark-scheme': () => layout.change({ colorScheme: 'dark', darkMode: true }),
    'core.use-system-scheme': () => layout.change({ colorScheme: 'auto' }),
    'core.toggle-left-drawer': () => toggled('left'),
    'core.toggle-right-drawer': () => toggled('right'),
    'core.disable-plugin': args => switchTo(false, args),
    'core.enable-plugin': args => switchTo(true, args),
  }
  const choices: Partial<Record<string, CommandChoices>> = {
    'core.disable-plugin': () => pluginChoices(plugins, false),
    'core.enable-plugin': () => pluginChoices(plugins, true),
  }
  const knowWhetherSomeAreOff = () =>
    commands.setContext(
      'pluginsOff',
      Object.values(plugins.host.states.getState()).some(({ status }) => status === 'disabled'),
    )
  knowWhetherSomeAreOff()
  const registrations = [
    ...CORE_COMMANDS.map(command =>
      commands.register(command, 'core', runs[command.id], choices[command.id]),
    ),
    disposable(plugins.host.states.subscribe(knowWhetherSomeAreOff)),
  ]
  return disposable(...registrations.map(each => () => each.dispose()))
}

function pluginChoices({ host, translator }: PluginParts, enable: boolean): ArgumentChoice[] {
  return host.manifests
    .filter(({ id, locked }) => !locked && (host.state(id)?.status === 'disabled') === enable)
    .map(({ id, title }) => ({ value: id, label: translator.t(id, title) }))
}

export const SENTENCES = phrases({
  on: '“{{plugin}}” is enabled.',
  off: '“{{plugin}}” is disabled.',
  offWith: '“{{plugin}}” and the plugins that require it are disabled: {{others}}.',
  undo: 'Undo',
  undid: 'Undone: {{what}}',
  redid: 'Redone: {{what}}',
  nothingUndone: 'Nothing to undo.',
  nothingRedone: 'Nothing to redo.',
})

async function switchPlugin({ host, notices, translator }: PluginParts, id: string, enable: boolean) {
  const titleOf = (each: string) => translator.t(each, host.state(each)?.title ?? each)
  const manifest = host.manifests.find(each => each.id === id)
  if (enable && manifest && host.grants.unanswered(manifest).length > 0) {
    return notices.post(askingNotice({ [id]: titleOf(id) }))
  }
  const others = enable ? [] : host.stoppedWith(id).map(titleOf)
  await (enable ? host.enable(id) : host.disable(id))
  const notice = { kind: 'success', source: 'core', values: { plugin: titleOf(id) } } as const
  if (enable) return notices.post({ ...notice, message: SENTENCES.on })
  notices.post({
    ...notice,
    message: others.length > 0 ? SENTENCES.offWith : SENTENCES.off,
    values: { ...notice.values, others: others.join(', ') },
    action: { label: SENTENCES.undo, run: () => void host.enable(id).catch(() => undefined) },
  })
}
