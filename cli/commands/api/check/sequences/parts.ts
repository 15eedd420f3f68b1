/** Steps that several sequences have in common. */
import type { Fields, Step, Template } from './sequence.js'

/** Files of one letter each, by their SHA-256. No two sequences use the same: a file that is removed would be gone for both. */
export const FILES = {
  b: { hash: '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d', bytes: 'Yg==' },
  c: { hash: '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6', bytes: 'Yw==' },
  d: { hash: '18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4', bytes: 'ZA==' },
} as const
export type FileName = keyof typeof FILES

/** One write of a library record. */
export function write(key: string, kind: string, id: string, more: Fields): Template {
  return { device: 'Check', writes: [{ key: `{${key}}`, kind, id, base: 0, fields: {}, ...more }] }
}

/** A song of the first user with its file. Needs the fresh value `songKey`. */
export function song(id: string, file: FileName): Step[] {
  const { hash, bytes } = FILES[file]
  return [
    {
      ...{ call: 'library.send-blobs', by: 'first', what: 'a file is received' },
      body: { pieces: [{ hash, size: 1, from: 0, bytes }] },
      expect: [{ at: 'received', is: [1] }],
    },
    {
      ...{ call: 'library.change', by: 'first', what: 'a song with that file is kept' },
      body: write('songKey', 'song', id, { fields: { name: 'Check', file: 'check.mid', size: 1, hash } }),
      expect: [{ at: 'outcomes.0.outcome', is: 'kept' }],
      keep: { songSeq: 'outcomes.0.seq' },
    },
  ]
}

/** A profile that others see, or do not. */
export function profile(who: 'first' | 'second' | 'stranger', isPublic: boolean, more: Fields = {}): Step {
  return {
    call: 'user.save-profile',
    by: who,
    what: `the profile of the ${who === 'stranger' ? 'stranger' : `${who} user`} is ${isPublic ? 'public' : 'private'}`,
    body: {
      ...{ name: `Check ${who}`, handle: `{${who}.handle}`, bio: '', instruments: [], public: isPublic },
      ...more,
    },
    expect: [{ at: 'public', is: isPublic }],
  }
}
