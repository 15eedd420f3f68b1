/** Only imported by what `engine-room.ts` names: alphaTab is large. */
import { Logger, LogLevel } from '@coderline/alphatab'

// Failures are also thrown.
Logger.logLevel = LogLevel.None

export {
  exporter,
  importer,
  LayoutMode,
  midi,
  model,
  NotationElement,
  rendering,
  Settings,
  StaveProfile,
} from '@coderline/alphatab'
