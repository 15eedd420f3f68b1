// Worker thread that decodes pictures, so that slow or large pictures don't block anything else. Plain
// JavaScript: Node loads this file directly, both from the sources and from the bundle's folder.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Re-encodes the picture with its pixels only, dropping text and location metadata. */
function encoded({ png, data, dataBytes }) {
  // Check before decoding: the rows must have exactly the declared size, and the image data must end there.
  const { buffer, engine } = inflateSync(data, { maxOutputLength: dataBytes, info: true })
  if (buffer.length !== dataBytes || engine.bytesWritten !== data.length) throw new Error('Wrong length.')
  const { width, height, data: pixels } = PNG.sync.read(Buffer.from(png))
  const copy = new PNG({ width, height })
  pixels.copy(copy.data)
  const bytes = PNG.sync.write(copy)
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  return { picture: bytes.toString('base64'), version }
}

parentPort.on('message', given => {
  let answer
  try {
    answer = encoded(given)
  } catch {
    // Library errors, such as an unknown filter, all get the same message.
    answer = undefined
  }
  parentPort.postMessage(answer)
})
