// The words of the static page, in each of its languages.

export interface CmsTexts {
  readonly title: string
  readonly lead: string
  readonly open: string
  readonly api: string
  readonly footer: string
  /** Heading and paragraph of each card; `{key}` marks a key to press. */
  readonly guides: readonly (readonly [heading: string, text: string])[]
}

export const CMS_TEXTS: Readonly<Record<'en' | 'de', CmsTexts>> = {
  en: {
    title: 'See what you play',
    lead: 'Plug a guitar, keyboard or any other MIDI instrument in and watch every note light up where it lies on the neck.',
    open: 'Open Fretwork',
    api: 'API',
    footer: 'Fretwork shows a guitar neck and speaks MIDI. Your notes never leave your machine.',
    guides: [
      [
        'Connect an instrument',
        'Open the fretboard and let the browser use MIDI. Each input appears under Device status, with a light per channel.',
      ],
      [
        'Read the neck',
        'Choose a key and a tuning. The root and the degrees of the scale keep their colours wherever you go.',
      ],
      ['Play without a device', 'The neck on the screen and the computer keyboard are instruments, too.'],
      [
        'Open a song',
        'Drop a MIDI file onto the neck and see it played at your tempo, on any output you like.',
      ],
      ['Everything is a command', 'Press {Ctrl K} anywhere and type what you want. Initials will do.'],
      ['Silence', 'A note hangs? Press {Ctrl .} and every output falls silent.'],
    ],
  },
  de: {
    title: 'Sehen, was du spielst',
    lead: 'Schließ eine Gitarre, ein Keyboard oder ein anderes MIDI-Instrument an und sieh jeden Ton dort leuchten, wo er auf dem Griffbrett liegt.',
    open: 'Fretwork öffnen',
    api: 'API',
    footer: 'Fretwork zeigt ein Griffbrett und spricht MIDI. Deine Töne verlassen deinen Rechner nie.',
    guides: [
      [
        'Ein Instrument anschließen',
        'Öffne das Griffbrett und erlaube dem Browser MIDI. Jeder Eingang erscheint unter „Gerätestatus“, mit einem Licht je Kanal.',
      ],
      [
        'Das Griffbrett lesen',
        'Wähle Tonart und Stimmung. Grundton und Stufen behalten ihre Farben, wohin du auch gehst.',
      ],
      [
        'Ohne Gerät spielen',
        'Auch das Griffbrett auf dem Bildschirm und die Computertastatur sind Instrumente.',
      ],
      [
        'Ein Stück öffnen',
        'Zieh eine MIDI-Datei auf das Griffbrett und sieh sie in deinem Tempo gespielt, auf jedem Ausgang.',
      ],
      [
        'Alles ist ein Befehl',
        'Drück irgendwo {Strg K} und tippe, was du willst. Anfangsbuchstaben genügen.',
      ],
      ['Stille', 'Ein Ton hängt? Drück {Strg .}, und jeder Ausgang verstummt.'],
    ],
  },
}
