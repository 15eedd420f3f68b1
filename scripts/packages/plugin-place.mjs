// Location of the tools in the published SDK.
export { packPlugin } from '../../src/sandbox/describe.js'

/** Node.js resolves an installed SDK without aliases. */
export const sdkAliases = () => []
