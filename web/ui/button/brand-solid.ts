import { contrast, readColour, type Rgb } from '../colour/colour'

/** Pure screen colours tire the eye on large areas. */
const chromaMax = { light: 0.19, dark: 0.15 }
const lightnessLimits = { light: [0, 0.92], dark: [0.45, 0.9] } as const
/** Brighter colours, such as yellow, keep their lightness and get a black text. */
const whiteTextMax = 0.73
const contrastMin = 4.6

/** A softer variant of the brand colour for large fills. Black or white on it has a contrast of at least 4.5:1; where possible, white. */
export function brandSolid(brand: string, theme: 'light' | 'dark'): string {
  const given = toOklch(brand)
  if (!given) return brand
  const soft = soften(given, theme)
  if (soft.lightness > whiteTextMax) return fromOklch(soft)
  return darkenForWhite(soft)
}

function soften({ lightness, chroma, hue }: Oklch, theme: 'light' | 'dark'): Oklch {
  const calm = Math.min(chroma, chromaMax[theme])
  const [low, high] = lightnessLimits[theme]
  // Lost chroma is compensated by lightness, so that a deep blue does not turn grey.
  const lifted = lightness < 0.6 ? lightness + (chroma - calm) * 0.6 : lightness
  return { lightness: Math.min(high, Math.max(low, lifted)), chroma: calm, hue }
}

function darkenForWhite(colour: Oklch): string {
  for (let part = 1; part > 0; part -= 0.01) {
    const darker = fromOklch({ ...colour, lightness: colour.lightness * part, chroma: colour.chroma * part })
    if (contrast(darker, '#ffffff') >= contrastMin) return darker
  }
  return '#000000'
}

/** A colour by perceived lightness (0 to 1), chroma (0 to about 0.37) and hue (radians). */
interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Converts #RGB or #RRGGBB; undefined for anything else. Coefficients by Björn Ottosson, as in CSS Color 4. */
export function toOklch(colour: string): Oklch | undefined {
  const rgb = readColour(colour)
  if (!rgb) return undefined
  const [r = 0, g = 0, b = 0] = [rgb.red, rgb.green, rgb.blue].map((value) => linear(value / 255))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const along = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const across = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(along, across),
    hue: Math.atan2(across, along),
  }
}

/** A colour that screens cannot show loses chroma, and keeps its lightness and hue. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  let [low, high] = [0, chroma]
  if (isShown(channels({ lightness, chroma, hue }))) low = chroma
  else {
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      if (isShown(channels({ lightness, chroma: middle, hue }))) low = middle
      else high = middle
    }
  }
  const { red, green, blue } = channels({ lightness, chroma: low, hue })
  return `#${[red, green, blue].map(hexOf).join('')}`
}

function channels({ lightness, chroma, hue }: Oklch): Rgb {
  const [along, across] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * along + 0.2158037573 * across) ** 3
  const m = (lightness - 0.1055613458 * along - 0.0638541728 * across) ** 3
  const s = (lightness - 0.0894841775 * along - 1.291485548 * across) ** 3
  return {
    red: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    green: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    blue: -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  }
}

const isShown = (rgb: Rgb) => [rgb.red, rgb.green, rgb.blue].every((value) => value > -0.0005 && value < 1.0005)

function linear(part: number) {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function hexOf(value: number) {
  const part = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  const byte = Math.round(Math.min(1, Math.max(0, part)) * 255)
  return byte.toString(16).padStart(2, '0')
}
