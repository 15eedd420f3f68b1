/** What others may use of songs: the open one, reading one from bytes, practising, and what a device keeps. */
export type { ReadingControl } from './reading-control.js'
export type {
  SongArrival,
  SongFormat,
  SongFormatReading,
  SongFormats,
  SongReader,
  SongSummary,
} from './tokens/formats.js'
export { SONG_FORMAT_LIST, SONG_FORMATS, SONG_READER, SONG_WANTED } from './tokens/formats.js'
export type {
  ImportedFile,
  ImportSource,
  ImportWish,
  KeptSong,
  OwnSong,
  SongImports,
  SongList,
  SongListState,
  SongListView,
  SongToKeep,
} from './tokens/list.js'
export { SONG_IMPORTS, SONG_LIST, SONG_NOTICES } from './tokens/list.js'
export type {
  BarRange,
  PracticeView,
  ShownNote,
  ShownTracks,
  SongPin,
  SongPlaces,
  SongPlacesView,
  SongPractice,
  SongZone,
} from './tokens/practice.js'
export {
  COMING_MARKS,
  PLACES_KEEPER,
  PRACTICE_KEEPER,
  SONG_PLACES,
  SONG_PRACTICE,
} from './tokens/practice.js'
export type { SongSession, SongView } from './tokens/session.js'
export { SONG_SESSION } from './tokens/session.js'
export type { OpenSong, SongFile, SongPlace, SongProblem, SongTrackView } from './tokens/song.js'
export { SONG_CLOSED, SONG_OPENED, SONG_PLAYING, SONG_PORT } from './tokens/song.js'
