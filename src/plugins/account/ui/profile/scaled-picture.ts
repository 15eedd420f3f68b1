/** Crops and scales a picture to the square PNG that the server accepts. */
import { PICTURE_BYTES, PICTURE_PIXELS } from '../../../../core/api/account.js'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'

const MAX_FILE_BYTES = 20 * 1024 * 1024
const PREFIX = 'data:image/png;base64,'

/**
 * @returns the centre, 256 × 256 pixels, as base64
 * @throws FretworkError `file_too_large`, `picture_unreadable`, `picture_too_large`
 */
export async function scaledPicture(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES)
    throw new FretworkError('file_too_large', 'This file is larger than 20 MB. Choose a smaller one.')
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
    throw new FretworkError('picture_too_large', 'This picture is too detailed. Choose another one.')
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
  return new FretworkError(
    'picture_unreadable',
    'This image can’t be read. Choose a PNG, JPEG or WebP file.',
    {
      cause,
    },
  )
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
