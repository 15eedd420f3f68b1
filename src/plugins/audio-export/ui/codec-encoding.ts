import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import type { AudioEncoding } from '../song-export.js'
import type { CODECS, CodecFormat } from './audio-encoders.js'

/** Encodes with the browser’s codecs. */
export async function startCodec(
  format: CodecFormat,
  { sampleRate, bitrate }: (typeof CODECS)[CodecFormat],
): Promise<AudioEncoding> {
  const target = new BufferTarget()
  const output = new Output({
    format: format === 'm4a' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  })
  const source = new AudioSampleSource({ codec: format === 'm4a' ? 'aac' : 'opus', bitrate })
  output.addAudioTrack(source)
  await output.start()
  let frames = 0
  return {
    sampleRate,
    async write(left, right) {
      const data = new Float32Array(2 * left.length)
      data.set(left)
      data.set(right, left.length)
      const sample = new AudioSample({
        ...{ data, format: 'f32-planar', numberOfChannels: 2, sampleRate },
        timestamp: frames / sampleRate,
      })
      frames += left.length
      await source.add(sample)
      sample.close()
    },
    async end() {
      await output.finalize()
      return new Blob(target.buffer ? [target.buffer] : [])
    },
  }
}
