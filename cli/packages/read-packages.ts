/** Reads plugin packages, skipping refused ones. */

import { manifestFromJson } from '../../src/core/kernel/external-manifest.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { SERVICES } from '../../src/sandbox/host/offered.js'
import type { AllowedPlugin } from '../../src/sandbox/packages/allow-list.js'
import { readValidEntries } from '../../src/sandbox/packages/allow-list.js'
import { isAddress, packageSource } from '../../src/sandbox/packages/package-source.js'
import { type PluginPackage, readPackage, readWithCopy } from '../../src/sandbox/packages/plugin-package.js'
import { Refusal } from '../../src/sandbox/packages/refusal.js'
import { inState, type PackagePlace } from './list-place.js'
import { loadPackage, sentencesOf } from './package-code.js'

export interface InstalledPackage {
  readonly manifest: PluginManifest
  readonly allowed: AllowedPlugin
}

export interface RefusedPackage {
  /** Source of the package. The manifest of a refused package can't be trusted. */
  readonly origin: string
  readonly code: string
  readonly reason: string
}

export interface Packages {
  readonly installed: readonly InstalledPackage[]
  readonly refused: readonly RefusedPackage[]
}

export async function readPackages(
  place: PackagePlace,
  builtIn: readonly PluginManifest[],
  warn: (message: string) => void,
): Promise<Packages> {
  const { allowed, faults } = entriesOf(place)
  const refused: RefusedPackage[] = faults.map(reason => ({
    origin: place.path,
    code: 'plugins_invalid',
    reason,
  }))
  const read = allowed.map(async entry => [entry, await readEntry(entry, warn)] as const)
  const installed: InstalledPackage[] = []
  for (const [entry, found] of await Promise.all(read)) {
    try {
      if (found instanceof Refusal) throw found
      const ids = [...builtIn, ...installed.map(({ manifest }) => manifest)].map(({ id }) => id)
      installed.push({ manifest: described(found, entry, ids), allowed: entry })
    } catch (error) {
      refused.push({ origin: entry.manifest, code: codeOf(error), reason: messageOf(error) })
    }
  }
  return { installed, refused }
}

function entriesOf(place: PackagePlace) {
  if (place.manifest !== undefined) return { allowed: [{ manifest: place.manifest }], faults: [] }
  try {
    return readValidEntries(place)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { allowed: [], faults: [error.message] }
  }
}

async function readEntry({ manifest, integrity }: AllowedPlugin, warn: (message: string) => void) {
  const source = packageSource(manifest, new AbortController().signal)
  const reading =
    isAddress(manifest) && integrity !== undefined
      ? readWithCopy(source, integrity, { folder: inState('plugins'), warn })
      : readPackage(source, integrity)
  return reading.catch(error => {
    if (error instanceof Refusal) return error
    return new Refusal('plugin_unreachable', `The package could not be read (${messageOf(error)}).`, {
      cause: error,
    })
  })
}

function described(
  found: PluginPackage,
  { manifest: origin }: AllowedPlugin,
  taken: readonly string[],
): PluginManifest {
  const { id } = found.manifest
  if (taken.includes(id))
    throw new Refusal('plugin_twice', `A plugin with the ID "${id}" already exists, so this one was skipped.`)
  return manifestFromJson(found.manifest, {
    ...{ services: SERVICES, origin, size: found.codeSize },
    locale: async path => ({ default: sentencesOf(found, path) }),
    load: loadPackage(found),
  })
}
