export const KINDS = ['position', 'find', 'interval', 'chord', 'degree', 'staff'] as const
export type Kind = (typeof KINDS)[number]

export const FINGER_PATTERNS = [
  'fingers-1234',
  'fingers-1324',
  'fingers-1423',
  'fingers-4321',
  'spider',
  'skipping',
] as const
export type FingerPattern = (typeof FINGER_PATTERNS)[number]
