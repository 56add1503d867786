import { contrast } from '../colour/colour'
import { fromOklch, toOklch, type Oklch } from '../colour/oklch'

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
