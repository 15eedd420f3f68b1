/** Names of the SDK 1.0 that 1.1 has renamed or removed, so that error messages say what to use instead. */
const PLAYER = 'of @fretwork/sdk/plugins/player'
const LIBRARY = 'of @fretwork/sdk/plugins/library'

/** The replacement for each name of 1.0; undefined if the name was internal to its plugin. */
export const RENAMED: Readonly<Record<string, string | undefined>> = {
  Place: 'Position',
  placesOf: 'positionsOf',
  SoundingPlace: 'SoundingPosition',
  PlaceListener: 'PositionListener',
  TuningToChoose: 'AvailableTuning',
  Positions: 'FingeringSolver',
  LivePlace: 'FoundPosition',
  LiveWish: 'LiveHint',
  PlacedNote: 'FingeredNote',
  Solution: 'Fingering',
  ZoneWish: 'HandZone',
  SONG_LIST: `SONG_LIBRARY ${LIBRARY}`,
  SongList: `SongLibrary ${LIBRARY}`,
  SongListView: `SongLibraryView ${LIBRARY}`,
  KeptSong: `LibrarySong ${LIBRARY}`,
  OwnSong: `LibrarySong ${LIBRARY}`,
  SongToKeep: `NewSong ${LIBRARY}`,
  ImportWish: `ImportOptions ${LIBRARY}`,
  SONG_PLACES: `SONG_FINGERING ${PLAYER}`,
  SongPlaces: `SongFingering ${PLAYER}`,
  SongPlacesView: `SongFingeringView ${PLAYER}`,
  SONG_PRACTICE: `PLAYBACK_SETTINGS ${PLAYER}`,
  SongPractice: `PlaybackSettings ${PLAYER}`,
  PracticeView: `PlaybackView ${PLAYER}`,
  SongPlace: `BarBeat ${PLAYER}`,
  SongArrival: 'SongReading',
  SONG_PAGE: 'PAGE of @fretwork/sdk',
  SongPage: 'PAGE of @fretwork/sdk',
  ...internal('COMING_MARKS', 'PLACES_KEEPER', 'PRACTICE_KEEPER', 'SONG_FORMAT_LIST', 'SongFormats'),
  ...internal('GUEST', 'OWN_SHAPES', 'OWN_TUNINGS', 'NEEDED_FRETS', 'SHOWN', 'LINKS', 'Links', 'LinksView'),
  ...internal('SOUND', 'SOUND_PAGE', 'SOUND_PORT', 'BuiltInSound', 'SoundStatus', 'SoundView'),
  ...internal('TABLATURE', 'Tablature', 'TablatureView'),
  ImportSource: `SongFile ${LIBRARY}`,
  ...internal('MIDI_LEARN', 'MidiLearn', 'HeardControl', 'Binding', 'Control', 'Unfit'),
  ...internal('REPLAY_BRIDGE', 'ReplayBridge', 'BridgeView', 'BridgeState'),
  ...internal('PROFILE_PAGE', 'ProfilePage', 'PROFILE_DESK', 'ProfileDesk', 'PLAN_WISH', 'ADMIN_WISH'),
}

/** Names that are now imported from another plugin. */
const MOVED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['SONG_SESSION', 'SONG_OPENED', 'SONG_CLOSED', 'SONG_PLAYING', 'SONG_NOTICES', 'SongSession', 'SongView']
      .concat(['OpenSong', 'SongPin', 'SongZone', 'BarRange', 'ShownNote', 'ShownTracks'])
      .map(name => [name, PLAYER]),
  ),
  ...Object.fromEntries(
    ['SONG_IMPORTS', 'SongImports', 'ImportedFile', 'SongFile', 'SongProblem'].map(name => [name, LIBRARY]),
  ),
  SONG_PORT: 'of @fretwork/sdk/plugins/midi-io',
}

function internal(...names: readonly string[]): Record<string, undefined> {
  return Object.fromEntries(names.map(name => [name, undefined]))
}

/** @example insteadOf('placesOf') // 'use positionsOf' */
export function insteadOf(name: string, face = ''): string | undefined {
  if (Object.hasOwn(MOVED, name) && face.endsWith('/midi-file')) return `import ${name} ${MOVED[name]}`
  if (!Object.hasOwn(RENAMED, name)) return undefined
  const now = RENAMED[name]
  return now ? `use ${now}` : 'it was internal, and has no replacement'
}

/**
 * Imports of names that 1.1 has renamed or removed.
 * @returns sentences such as `"placesOf" of @fretwork/sdk is gone: use positionsOf.`
 */
export function oldNamesIn(script: string): string[] {
  return [
    ...script.matchAll(/import\s*(?:type\s*)?\{([^}]*)\}\s*from\s*['"](@fretwork\/sdk[^'"]*)['"]/g),
  ].flatMap(([, names = '', face = '']) =>
    names.split(',').flatMap(each => {
      const name = each
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0]
      const instead = name && insteadOf(name, face)
      return instead ? [`"${name}" of ${face} is gone: ${instead}.`] : []
    }),
  )
}
