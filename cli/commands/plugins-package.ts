/** Reads a packed plugin: its plugin.json and the files that this names. */
import type { Candidate } from './plugins-candidate.js'

export async function readPackage(file: string): Promise<Candidate> {
  return { problems: [{ plugin: file, code: 'manifest_invalid', message: 'not yet' }] }
}
