/** alphaTab is large, so only modules listed in `engine-room.ts` may import this file. */
import { Logger, LogLevel } from '@coderline/alphatab'

Logger.logLevel = LogLevel.None

/** Ticks per quarter note in alphaTab. */
export const QUARTER = 960

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
