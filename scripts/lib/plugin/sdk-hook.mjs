// Node.js module hook that resolves `@fretwork/sdk` in plugin sources that run without a build.
import { pathToFileURL } from 'node:url'
import { sdkFile } from './sdk-faces.mjs'

export function resolve(name, context, nextResolve) {
  const file = name.startsWith('@fretwork/') ? sdkFile(name) : undefined
  return nextResolve(file ? pathToFileURL(file).href : name, context)
}
