export interface Rgb {
  red: number
  green: number
  blue: number
}

export function readColour(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim())
  const [red, green, blue] = short ? short.slice(1).map((digit) => digit + digit) : (long?.slice(1) ?? [])
  if (!red || !green || !blue) return undefined
  return { red: parseInt(red, 16), green: parseInt(green, 16), blue: parseInt(blue, 16) }
}

/** Returns black or white, whichever has more contrast on that colour: never below 4.5:1. */
export function readableOn(colour: string): '#000000' | '#ffffff' {
  const rgb = readColour(colour)
  return rgb && luminance(rgb) < 0.1791 ? '#ffffff' : '#000000'
}

export function contrast(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => luminance(readColour(text) ?? { red: 0, green: 0, blue: 0 }))
  const [lighter, darker] = [Math.max(first ?? 0, second ?? 0), Math.min(first ?? 0, second ?? 0)]
  return (lighter + 0.05) / (darker + 0.05)
}

export const swatchColours = [
  '#E5484D',
  '#F76B15',
  '#FFB224',
  '#8DB654',
  '#30A46C',
  '#12A594',
  '#05A2C2',
  '#0090FF',
  '#3E63DD',
  '#8E4EC6',
  '#E93D82',
  '#60646C',
] as const

function luminance({ red, green, blue }: Rgb) {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
