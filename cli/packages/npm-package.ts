import Config from '@npmcli/config'
import npm from '@npmcli/config/lib/definitions/index.js'
import pacote from 'pacote'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { badInput, CliError, notFound, refusedByServer, wrongUsage } from '../errors.js'

const DAY_MS = 24 * 60 * 60 * 1000
/** Minimum package age, which gives others time to discover problems. */
const MIN_AGE_DAYS = 3

export interface NpmPackage {
  readonly name: string
  readonly version: string
  /** Publication time from the registry, ISO 8601. */
  readonly publishedAt: string | undefined
  readonly attestation: string | undefined
  unpack(folder: string): Promise<void>
}

/**
 * @param spec package name, optionally with a version, range or tag: `name@1.2.0`
 * @param minAge minimum age, days
 */
export async function npmPackage(spec: string, minAge = MIN_AGE_DAYS): Promise<NpmPackage> {
  const options = await npmOptions(minAge)
  const saying = async <T>(work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      throw refusalOf(error, spec, minAge)
    }
  }
  const found = await saying(() => pacote.manifest(spec, options))
  const { name, version } = found
  const { _time: publishedAt } = found as { readonly _time?: string }
  if (minAge > 0 && publishedAt === undefined) {
    const message = `The registry has no publication date for ${name} ${version}. Use --min-age 0 to install it anyway.`
    throw badInput('version_undated', message)
  }
  if (found.deprecated) {
    const message = `${name} ${version} is deprecated by its publisher: ${found.deprecated}`
    throw badInput('version_deprecated', message)
  }
  const { attestations } = found.dist as { readonly attestations?: { readonly url?: string } }
  return {
    ...{ name, version, publishedAt, attestation: attestations?.url },
    unpack: async folder => {
      const integrity = found._integrity
      await saying(() => pacote.extract(`${name}@${version}`, folder, { ...options, integrity }))
    },
  }
}

async function npmOptions(minAge: number) {
  const config = new Config({ ...npm, npmPath: process.cwd(), argv: [] })
  await config.load()
  // Allow only registry packages, because others have neither a hash nor a date.
  const kinds = { allowGit: 'none', allowRemote: 'none', allowFile: 'none', allowDirectory: 'none' }
  return { ...config.flat, ...kinds, before: new Date(Date.now() - minAge * DAY_MS), ignoreScripts: true }
}

const NOT_NAMED = ['EALLOWGIT', 'EALLOWREMOTE', 'EALLOWFILE', 'EALLOWDIRECTORY', 'EINVALIDPACKAGENAME']
const MISSING = ['E404', 'ETARGET', 'ENOVERSIONS']

function refusalOf(cause: unknown, spec: string, minAge: number): CliError {
  const code = codeOf(cause)
  if (MISSING.includes(code)) {
    const old = minAge > 0 ? ` that was published at least ${minAge} days ago (see --min-age)` : ''
    return notFound('version_missing', `The registry has no ${spec}${old}.`, cause)
  }
  if (code === 'EINTEGRITY') {
    const message = `The hash of ${spec} differs from the registry's; its archive was changed.`
    return badInput('package_changed', message, cause)
  }
  if (NOT_NAMED.includes(code)) {
    const message = `"${spec}" is not an npm package. Use the form fretwork-plugin-chord-quiz@1.0.0.`
    return wrongUsage('package_not_named', message, cause)
  }
  const message = `The npm registry cannot be read (${messageOf(cause).split('\n')[0]}); see "npm config get registry".`
  return refusedByServer('registry_unreachable', message, cause)
}
