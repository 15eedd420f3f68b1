/** Files that are dropped on a page without songs: opened like those of the dialog. */
import { FILES_DROPPED } from '../../core/events/files-dropped.js'
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { EVENTS } from '../../core/kernel/services/tokens.js'
import { takeFiles } from './list-commands.js'
import { songFile } from './song-file.js'

export function followDrops({ get, scope }: PluginContext): void {
  scope.add(get(EVENTS).on(FILES_DROPPED, ({ files }) => void takeFiles({ get }, files.map(songFile))))
}
