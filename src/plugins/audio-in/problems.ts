import { phrases } from '../../core/platform/phrases.js'

/** Reasons why nothing is heard. */
export const PROBLEMS = phrases({
  audio_refused:
    'The microphone is blocked. Allow it in the site settings and in your system’s settings, then try again.',
  audio_none: 'No microphone or audio interface found. Connect one, then try again.',
  audio_busy:
    'Another app is using the audio input, or your system blocks it. Close that app or allow access, then try again.',
  audio_lost: 'The audio input was disconnected. Connect it again to continue your take.',
  audio_unsupported: 'This browser can’t use a microphone here. Use a current browser and a secure page.',
  audio_failed: 'Couldn’t open the audio input: {{reason}}. Try again.',
  audio_waits: 'Listening is paused. Click or press a key to continue.',
  audio_muted: 'Your system or another tab has muted the microphone. Listening continues when it is unmuted.',
})

/** Problems that do not prevent listening. */
export const WARNINGS = phrases({
  audio_processed: 'The browser alters the sound of this input, so long notes may end early.',
  audio_bluetooth: 'This input is slow or wireless. Use a wired microphone or an audio interface.',
  audio_device_missing: 'The selected audio input isn’t connected. Using the default one.',
  audio_rate_changed: 'The sample rate of the input has changed. Listening was restarted.',
  audio_feedback: 'Your microphone hears Fretwork through the loudspeakers. Use headphones.',
})

export type AudioProblem = keyof typeof PROBLEMS
export type AudioWarning = keyof typeof WARNINGS
