/** Forms of voicings that players look for. */
export const VOICING_FORMS = ['open', 'barre', 'shell', 'drop2', 'drop3'] as const
export type VoicingForm = (typeof VOICING_FORMS)[number]
