/** Commands for orientation, velocity and note trail. */
import type { CommandHandler } from '../../../core/kernel/manifest/plugin.js'
import { changeSettings } from '../change-settings.js'
import type { OrientationArgs, TrailArgs, VelocityLookArgs } from '../settings.js'

export const LOOK_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.set-orientation': (context, { orientation }: OrientationArgs) =>
    changeSettings(context, { orientation }),
  'fretboard.set-velocity-look': (context, { look }: VelocityLookArgs) =>
    changeSettings(context, { velocityLook: look }),
  'fretboard.set-trail': (context, { notes }: TrailArgs) => changeSettings(context, { trail: notes }),
}
