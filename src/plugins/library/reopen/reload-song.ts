import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { EVENTS, PLUGINS } from '../../../core/kernel/services/tokens.js'
import { READERS, SONG_READER, type SongReading } from '../../midi-file/tokens.js'
import { SONG_RELOADED, SONG_SESSION } from '../../player/tokens.js'
import { named } from '../import/song-imports.js'
import { OPEN_SONG } from '../internal-tokens.js'
import { SONG_LIBRARY } from '../tokens.js'

/** Reads a library song again, keeping its key, pins and progress. @returns undo function @throws SentenceError */
export async function reloadSong(
  { get }: Pick<PluginContext, 'get'>,
  id: string,
): Promise<() => Promise<void>> {
  const reader = get(SONG_READER)
  const { name, title, key: first, reader: readBy, bytes } = await get(SONG_LIBRARY).open(id)
  const file = await bytes()
  const after = await reader.read(file, name)
  const before = await reader.read(file, name, { reader: readBy })
  const key = first ?? reader.summaryOf(before, name).key
  const { title: _title, ...summary } = reader.summaryOf(after, name)
  await get(PLUGINS).trigger(`event:${SONG_RELOADED.id}`)
  const restore = await get(SONG_LIBRARY).change(id, song => {
    const { lengthMs, tracks, notes, ...credits } = summary
    // The user's own credits count.
    return { ...credits, ...song, lengthMs, tracks, notes, key, reader: READERS }
  })
  get(EVENTS).emit(SONG_RELOADED, { key, before: before.song, after: after.song })
  const reopen = async (reading: SongReading) => {
    const session = get(SONG_SESSION)
    if (session.view.getState().song?.key !== key) return
    if (await session.openSong(named(reading, title), title, { key })) get(OPEN_SONG).opened({ id })
  }
  await reopen(after)
  return async () => {
    await restore()
    await reopen(before)
  }
}
