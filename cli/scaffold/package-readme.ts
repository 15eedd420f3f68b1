/** What stands in the README of a new plugin that is a package of its own. */
import type { ScaffoldNames } from './names.js'

export function packageReadme({ id, title }: ScaffoldNames, sdk: string): string {
  return `# ${title}

A plugin for Fretwork. It tells the tempo from taps: the page \`/${id}\`, and the command *Tap the tempo* in the
palette.

    npm install
    npm test          runs tests/${id}.test.tsx in a whole Fretwork without a screen
    npm run types
    npm run build     writes dist/plugin.json with the hash of every file, and the files
    npm run check     compares dist/ with the plugins that ship: names, keys, services, hashes

The SDK, \`@fretwork/sdk\`, is not published yet: it is taken from a checkout of Fretwork, with its dependencies
installed, in \`${sdk}\` (see \`devDependencies\` in package.json). Builds do not contain it: the
application brings the SDK and React, and every plugin uses those.

| file | what it is |
|---|---|
| \`src/index.ts\` | the manifest: data, written into \`plugin.json\` by the build |
| \`src/tokens.ts\` | what other plugins may use: types and names of services |
| \`src/tapper.ts\` | the service |
| \`src/runtime.ts\` | ties service, command and screen to the manifest; the entry of the build |
| \`src/ui/tapper-page.tsx\` | the screen |
| \`src/locales/de.json\` | German words; English ones are the keys |

## Into Fretwork
Build and check, then put the folder \`dist\` where the operator of a Fretwork server can reach it. Which
plugins a server lets in stands in its configuration, with the hash of each: see *External plugins* in
\`docs/operating.md\` of Fretwork.

A plugin runs with all rights of the page. There is no sandbox: whoever lets it in trusts it.
`
}
