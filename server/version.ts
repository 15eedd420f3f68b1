// The version of this server, as its package says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.js'

export function serverVersion(root = projectRoot()): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
