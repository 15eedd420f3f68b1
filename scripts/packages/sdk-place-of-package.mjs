// Where the preset finds the SDK when it is installed: Node resolves its names, as it does those of every package.
import { fileURLToPath } from 'node:url'

export const MANIFEST_JSON = fileURLToPath(new URL('./manifest-json.js', import.meta.url))

export const aliases = () => []

/** React is a peer. */
export const testAliases = () => []

export const runnerRoot = folder => folder
