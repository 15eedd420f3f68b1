/**
 * Allow list of elements and attributes for sandboxed plugins. Allows elements for output, input and
 * grouping, and attributes that cannot load or run anything.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

const HTML_ELEMENTS = words(`
  a abbr address article aside b bdi bdo blockquote br button canvas caption cite code col colgroup data datalist
  dd del details dfn dialog div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr
  i img input ins kbd label legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt
  ruby s samp search section select small span strong sub summary sup table tbody td textarea tfoot th thead time
  tr u ul var wbr
`)

/** Allowed SVG elements, without animations, which could set forbidden attributes. */
const SVG_ELEMENTS = words(`
  circle clipPath defs desc ellipse feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge
  feMergeNode feMorphology feOffset filter g line linearGradient marker mask path pattern polygon polyline
  radialGradient rect stop svg symbol text textPath title tspan use
`)

const HTML_ATTRIBUTES = words(`
  alt autocapitalize autocomplete checked class cols colspan datetime dir disabled draggable enterkeyhint for
  headers height hidden high id inert inputmode label lang list low max maxlength min minlength multiple name open
  optimum pattern placeholder readonly required reversed role rows rowspan scope selected size span spellcheck
  src start step style tabindex title translate type value width wrap
`)

const SVG_ATTRIBUTES = words(`
  alignment-baseline baseline-shift class clip-path clip-rule clipPathUnits color cursor cx cy d direction display
  dominant-baseline dx dy fill fill-opacity fill-rule filter filterUnits flood-color flood-opacity font-family
  font-size font-stretch font-style font-variant font-weight fr fx fy gradientTransform gradientUnits height href
  id in in2 k1 k2 k3 k4 lang lengthAdjust letter-spacing marker-end marker-mid marker-start markerHeight
  markerUnits markerWidth mask maskContentUnits maskUnits mode offset opacity operator orient overflow
  paint-order pathLength patternContentUnits patternTransform patternUnits pointer-events points
  preserveAspectRatio primitiveUnits r radius refX refY result role rotate rx ry shape-rendering spreadMethod
  startOffset stdDeviation stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style tabindex text-anchor text-decoration
  text-rendering textLength transform transform-origin type unicode-bidi values vector-effect viewBox visibility
  width word-spacing x x1 x2 xlink:href y y1 y2
`)

/**
 * Forbidden input types. Files are private, image buttons submit forms, and password fields could impersonate
 * the app.
 */
const REFUSED_TYPES = words('file image password')

export function isAllowedElement(name: string, svg: boolean): boolean {
  return (svg ? SVG_ELEMENTS : HTML_ELEMENTS).has(name)
}

/**
 * Rejects CSS that could load external resources. Backslashes are rejected too, because they can spell
 * `url(`.
 */
export function isAllowedCss(text: string): boolean {
  if (/\\|@import|image-set|(?<![\w-])(src|image|element|cross-fade)\(/i.test(text)) return false
  return [...text.matchAll(/url\(\s*["']?([^"')]*)/gi)].every(([, address = '']) =>
    /^(#|data:image\/|blob:)/i.test(address),
  )
}

export function isAllowedAttribute(element: string, svg: boolean, name: string, value: string): boolean {
  if (/^(data|aria)-[\w.:-]+$/.test(name)) return true
  if (!(svg ? SVG_ATTRIBUTES : HTML_ATTRIBUTES).has(name)) return false
  switch (name) {
    case 'style':
      return isAllowedCss(value)
    case 'src':
      return element === 'img' && /^(data:image\/|blob:)/i.test(value)
    // Autofill would reveal the user's data.
    case 'autocomplete':
      return value === 'off'
    case 'href':
    case 'xlink:href':
      return value.startsWith('#')
    case 'type':
      return element !== 'input' || !REFUSED_TYPES.has(value.trim().toLowerCase())
    default:
      return !svg || isAllowedCss(value)
  }
}
