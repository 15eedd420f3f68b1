// Copies of fetched packages in the state folder, so that a restart does not depend on another server.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderSource, type PackageSource } from './package-source.js'
import { type PluginPackage, readPackage } from './plugin-package.js'

/**
 * The package of an address, from its copy where there is one. The copy is checked like any other source.
 * @param folder where the copies lie
 * @throws Refusal
 */
export async function readWithCopy(
  source: PackageSource,
  integrity: string,
  { folder, warn }: { folder: string; warn: (message: string) => void },
): Promise<PluginPackage> {
  const place = join(folder, copyName(integrity))
  if (existsSync(place)) {
    try {
      return await readPackage(folderSource(place), integrity)
    } catch {
      // Damaged: the address has it whole, or its refusal says what is wrong.
      await rm(place, { recursive: true, force: true })
    }
  }
  const fetched = await readPackage(source, integrity)
  await keep(place, fetched).catch(error =>
    warn(`No copy of ${source.origin} is kept in ${folder}: ${error}`),
  )
  return fetched
}

/** Removes the copies of what the allow-list no longer names. */
export async function deleteUnlisted(folder: string, integrities: readonly string[]): Promise<void> {
  if (!existsSync(folder)) return
  const kept = new Set(integrities.map(copyName))
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Whole or not at all: a crash on the way leaves a draft, which the next start drops. */
async function keep(place: string, { manifestBytes, files }: PluginPackage): Promise<void> {
  const draft = `${place}.${randomUUID().slice(0, 8)}`
  const all = [
    ['plugin.json', manifestBytes] as const,
    ...[...files].map(([path, { bytes }]) => [path, bytes] as const),
  ]
  for (const [path, bytes] of all) {
    await mkdir(dirname(join(draft, path)), { recursive: true })
    await writeFile(join(draft, path), bytes, { mode: 0o600 })
  }
  // Another server on the same folder may have been quicker; its copy is as good.
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
}

/** A name for the file system: base64 holds slashes. */
function copyName(integrity: string): string {
  return createHash('sha256').update(integrity).digest('hex')
}
