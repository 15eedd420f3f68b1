/** How the neck can be shown besides what it shows. */

/** `auto`: upright on narrow screens. */
export const ORIENTATIONS = ['auto', 'horizontal', 'vertical'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** How strongly a note was played is told by how bright its halo is, or by how large the note is. */
export const VELOCITY_LOOKS = ['strength', 'size'] as const
export type VelocityLook = (typeof VELOCITY_LOOKS)[number]

/** So many of the newest notes can leave a trail, and no more: further back nobody follows it. */
export const LONGEST_TRAIL = 32
