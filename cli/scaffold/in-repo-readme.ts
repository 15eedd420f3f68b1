/** What stands in the README of a new plugin inside the repository. */
import type { ScaffoldNames } from './names.js'

export function inRepoReadme({ id, title }: ScaffoldNames): string {
  return `# ${title}

Tells the tempo from taps: the page \`/${id}\`, and the command *Tap the tempo* in the palette.

| file | what it is |
|---|---|
| \`index.ts\` | the manifest: everything that is known of the plugin before its code is loaded |
| \`tokens.ts\` | what other plugins may use: types and names of services |
| \`tapper.ts\` | the service |
| \`runtime.ts\` | ties service, command and screen to the manifest; loaded on demand |
| \`ui/tapper-page.tsx\` | the screen |
| \`locales/de.json\` | German words; English ones are the keys |

    npx vitest run tests/plugins/${id}
    npm run fretwork -- plugins check src/plugins/${id}
    npm test -- types lint layers locales

\`npm run dev\` shows it while you work. How to go on: \`docs/plugins.md\`.
`
}
