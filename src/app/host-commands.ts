import type { ComponentType } from 'react'
import { HOST_COMMANDS } from '../core/commands/built-in-commands.js'
import type { CommandRun } from '../core/commands/command-registry.js'
import { PALETTE } from '../core/events/app-events.js'
import { createEvent } from '../core/events/event-bus.js'
import { navigationCommands } from '../core/kernel/contributions.js'
import type { Kernel } from '../core/kernel/tokens.js'
import { codeOf, FretworkError } from '../core/platform/fretwork-error.js'
import { togglePasswords } from '../core/react/credentials/password-fields.js'

export interface Overlay {
  readonly Shown: ComponentType<{ readonly onClose: () => void }>
}

export const OVERLAY = createEvent<Overlay>('app.overlay')
export const SHOW_KEYS = createEvent<{ open: true }>('app.show-keys')

export function hostCommands(kernel: Kernel): void {
  const { commands, events } = kernel
  const whyHidden = () => import('./palette/why-hidden.js')
  const runs: Record<(typeof HOST_COMMANDS)[number]['id'], CommandRun> = {
    'app.open-palette': () => events.emit(PALETTE, { open: 'toggle' }),
    'app.show-keys': () => events.emit(SHOW_KEYS, { open: true }),
    'app.toggle-fullscreen': toggleFullscreen,
    'app.toggle-passwords': () => togglePasswords(commands),
    'app.open-content-page': () => location.assign('/cms/'),
    'app.why-hidden': async args => {
      const { command } = args as { command: string }
      events.emit(OVERLAY, (await whyHidden()).whyHidden(kernel, command))
    },
  }
  for (const command of HOST_COMMANDS) {
    const choices = async () => (await whyHidden()).allCommands(kernel)
    commands.register(command, 'app', runs[command.id], command.id === 'app.why-hidden' ? choices : undefined)
  }

  navigationCommands(kernel)
}

async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch (error) {
    throw new FretworkError(codeOf(error), 'This browser does not allow fullscreen here.', { cause: error })
  }
}
