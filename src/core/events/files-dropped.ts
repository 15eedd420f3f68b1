/** Files that were dropped where no part of the page takes them: whoever can read them does. */
import { createEvent } from './event-bus.js'

/** As much of the browser's `File` as is needed; `size` in bytes. */
export interface DroppedFile {
  readonly name: string
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Told only while somebody is logged in. A plugin with `event:app.files-dropped` is started first. */
export const FILES_DROPPED = createEvent<{ readonly files: readonly DroppedFile[] }>('app.files-dropped')
