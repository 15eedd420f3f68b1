/** The colors of a drawing are those of the text around it, in the light as in the dark. */

/** Colors that alphaTab draws with, and how much of the text's color takes their place. */
const STRENGTHS: Readonly<Record<string, number>> = {
  '#000000': 1,
  '#222211': 0.7,
  '#A5A5A5': 0.45,
  '#C80000': 0.7,
}
const COLOR = /\b(fill|stroke)="(#[0-9A-F]{6}|rgba\(0,0,0,([0-9.]+)\))"/g

export function themed(svg: string): string {
  return svg.replace(COLOR, (whole, name: string, color: string, opacity?: string) => {
    const strength = opacity === undefined ? STRENGTHS[color] : Number(opacity)
    if (strength === undefined) return whole
    return `${name}="currentColor"${strength === 1 ? '' : ` ${name}-opacity="${strength}"`}`
  })
}
