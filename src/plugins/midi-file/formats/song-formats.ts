import * as z from 'zod/mini'
import {
  callable,
  checkedExtensions,
  extensionId,
} from '../../../core/kernel/extensions/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../core/kernel/services/tokens.js'
import { hasWorkers } from '../../../core/platform/ports.js'
import { MidiFileError } from '../midi-file-error.js'
import { type Readings, readingsOf, summaryOf } from '../song-summary.js'
import {
  type ReadingControl,
  SONG_FORMATS,
  SONG_WANTED,
  type SongFormat,
  type SongReader,
} from '../tokens.js'

const OUR_ENDINGS = ['.mid', '.midi', '.smf', '.json', 'audio/midi', 'audio/x-midi'] as const
/** `MThd`: MIDI files need not wait for plugins. */
const MIDI_HEAD = [0x4d, 0x54, 0x68, 0x64]

const formatShape = z.object({
  id: extensionId,
  title: z.string().check(z.minLength(1)),
  extensions: z
    .array(z.string().check(z.regex(/^\.[a-z0-9]+$/, 'it has to be an ending such as .mid')))
    .check(z.minLength(1)),
  looksLike: z.optional(callable),
  read: callable,
  writes: z.optional(z.array(z.string())),
  write: z.optional(callable),
})

export function createSongReader(context: PluginContext): SongReader {
  const host = context.get(PLUGINS)
  const { items, pluginOf, attempt } = checkedExtensions(context, SONG_FORMATS, formatShape)
  const startWaiting = () => host.trigger(`event:${SONG_WANTED.id}`)

  const fits = (format: SongFormat, bytes: Uint8Array) =>
    format.looksLike !== undefined && attempt(format, () => format.looksLike?.(bytes)) === true
  const endsLike = ({ extensions }: SongFormat, name: string) =>
    extensions.some(ending => !isOurs(ending) && name.toLowerCase().endsWith(ending))
  const formatOf = (bytes: Uint8Array, name: string) => {
    const formats = items.getState()
    return formats.find(format => fits(format, bytes)) ?? formats.find(format => endsLike(format, name))
  }

  const readBy = async <W extends keyof Readings>(
    wanted: W,
    bytes: Uint8Array,
    name = '',
    control: ReadingControl = {},
  ): Promise<Readings[W]> => {
    const own = () => readOwnFormat(wanted, bytes, name, control)
    if (MIDI_HEAD.every((byte, index) => bytes[index] === byte)) return own()
    await startWaiting()
    const format = formatOf(bytes, name)
    if (!format) return own()
    const { readWithFormat } = await import('./read-with-format.js')
    const id = pluginOf(format)
    const owner = { id, title: host.state(id)?.title ?? id, log: context.log }
    const reading = await readWithFormat(format, owner, bytes, name)
    control.signal?.throwIfAborted()
    return readingsOf(reading, name)[wanted]
  }

  return {
    async endings() {
      await startWaiting()
      return [...OUR_ENDINGS, ...items.getState().flatMap(({ extensions }) => extensions)]
    },
    async write(song, ending, options = {}) {
      await startWaiting()
      const format = items.getState().find(({ writes }) => writes?.includes(ending))
      if (!format?.write) throw new MidiFileError('format_not_written', { ending })
      return format.write(song, ending, options)
    },
    summaryOf,
    read: (...file) => readBy('reading', ...file),
    summarize: (...file) => readBy('summary', ...file),
  }
}

function isOurs(ending: string): boolean {
  return OUR_ENDINGS.some(our => our === ending)
}

async function readOwnFormat<W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name: string,
  control: ReadingControl,
): Promise<Readings[W]> {
  if (hasWorkers()) {
    const { NoWorker, readInWorker } = await import('../ui/read-in-worker.js')
    try {
      return await readInWorker(wanted, bytes, name, control)
    } catch (thrown) {
      if (!(thrown instanceof NoWorker)) throw thrown
    }
  }
  const { readOwn } = await import('../reading/read-song-file.js')
  return readOwn(wanted, bytes, name, control.onProgress)
}
