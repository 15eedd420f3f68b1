// Copies of fetched packages in the state folder, so that a restart does not depend on another server.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderSource, type PackageSource } from './package-source.js'
import { type PluginPackage, readPackage } from './plugin-package.js'

/**
 * Reads the package from its copy if there is one. Copies are verified like any other source.
 * @param folder the folder for copies
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
      // Damaged: fetched again, or refused with the reason.
      await rm(place, { recursive: true, force: true })
    }
  }
  const fetched = await readPackage(source, integrity)
  await keep(place, fetched).catch(error =>
    warn(`Could not save a copy of ${source.origin} in ${folder}: ${error}`),
  )
  return fetched
}

/** Deletes the copies of packages that are no longer on the allow-list. */
export async function deleteUnlisted(folder: string, integrities: readonly string[]): Promise<void> {
  if (!existsSync(folder)) return
  const kept = new Set(integrities.map(copyName))
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Atomic: a crash leaves only a draft, which the next start deletes. */
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
  // Another server on the same folder may have been faster; its copy is just as good.
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
}

/** A file name, since base64 contains slashes. */
function copyName(integrity: string): string {
  return createHash('sha256').update(integrity).digest('hex')
}
