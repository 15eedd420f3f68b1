// The thread that decodes pictures, so that one that takes long or much memory stops nothing else. Plain JavaScript:
// Node loads it as it is, next to the sources and next to the bundle alike.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Only the pixels of the file are kept: no text, no location. */
function encoded({ png, data, dataBytes }) {
  // Before the decoder reads it: no byte more or less than the header says, and no other file behind the rows.
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
    // Whatever the library's error, such as an unknown filter, the client gets the same message.
    answer = undefined
  }
  parentPort.postMessage(answer)
})
