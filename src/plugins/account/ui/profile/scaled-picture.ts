/** A picture of any size becomes a square PNG as small as the server takes it. */
import { PICTURE_BYTES, PICTURE_PIXELS } from '../../../../core/api/avatars.js'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'

const MOST_FILE_BYTES = 20 * 1024 * 1024
const PREFIX = 'data:image/png;base64,'

/**
 * Its middle, 256 × 256 pixels, as base64.
 * @throws FretworkError `file_too_large`, `picture_unreadable`, `picture_too_large`
 */
export async function scaledPicture(file: Blob): Promise<string> {
  if (file.size > MOST_FILE_BYTES)
    throw new FretworkError('file_too_large', 'This file is larger than 20 MB; choose a smaller one.')
  const bitmap = await readPicture(file)
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_PIXELS
  canvas.height = PICTURE_PIXELS
  const context = canvas.getContext('2d')
  if (!context) throw unreadable()
  const side = Math.min(bitmap.width, bitmap.height)
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, left, top, side, side, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS)
  bitmap.close()
  const base64 = canvas.toDataURL('image/png').slice(PREFIX.length)
  if ((base64.length / 4) * 3 > PICTURE_BYTES)
    throw new FretworkError('picture_too_large', 'This picture has too much detail; choose another one.')
  return base64
}

async function readPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): FretworkError {
  return new FretworkError('picture_unreadable', 'This file is no picture; choose a PNG, a JPEG or a WebP.', {
    cause,
  })
}

/** As the call wants it. */
export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
