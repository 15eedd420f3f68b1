/** Only imported by what `engine-room.ts` names: alphaTab is large. */
import { Logger, LogLevel } from '@coderline/alphatab'

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
