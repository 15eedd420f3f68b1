/** Import this module only from those listed in `engine-room.ts`, because alphaTab is large. */
import { Logger, LogLevel } from '@coderline/alphatab'

Logger.logLevel = LogLevel.None

export {
  Environment,
  exporter,
  importer,
  io,
  LayoutMode,
  midi,
  model,
  NotationElement,
  rendering,
  Settings,
  StaveProfile,
  TabRhythmMode,
} from '@coderline/alphatab'
