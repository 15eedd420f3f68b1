// Thread that decodes pictures, so that slow or large ones block nothing else. It is plain JavaScript, because Node
// loads the same file next to the sources and next to the bundle.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Keeps only the pixels of the file, without text and location. */
function encoded({ png, data, dataBytes }) {
  // Checked before decoding: the rows must have exactly the declared size, and no other file may follow them.
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
    // Errors of the library, such as an unknown filter, get one message.
    answer = undefined
  }
  parentPort.postMessage(answer)
})
