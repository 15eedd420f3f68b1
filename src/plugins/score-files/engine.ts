/**
 * alphaTab, which reads, writes, performs and draws scores. It is large: only what `engine-room.ts` names may import
 * this.
 */
import { Logger, LogLevel } from '@coderline/alphatab'

// What fails is thrown as well.
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
