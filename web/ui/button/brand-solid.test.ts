import { expect, test } from 'bun:test'
import { brandSolid, fromOklch, toOklch } from './brand-solid'
import { contrast, readableOn } from '../colour/colour'

const everyColour = Array.from({ length: 4096 }, (_, step) => `#${step.toString(16).padStart(3, '0')}`)

test('text is readable on the fill of any brand colour, in both themes', () => {
  for (const brand of everyColour)
    for (const theme of ['light', 'dark'] as const) {
      const solid = brandSolid(brand, theme)
      expect(contrast(solid, readableOn(solid))).toBeGreaterThanOrEqual(4.5)
    }
})

test('fills are less saturated than a vivid brand colour, keep its hue, and contrast with the surface', () => {
  for (const brand of everyColour)
    for (const theme of ['light', 'dark'] as const) {
      const [given, solid] = [toOklch(brand), toOklch(brandSolid(brand, theme))]
      if (!given || !solid) throw new Error(brand)
      expect(solid.chroma).toBeLessThan(0.2)
      if (solid.chroma > 0.04) expect(Math.cos(solid.hue - given.hue)).toBeGreaterThan(0.99)
      if (theme === 'dark') expect(contrast(brandSolid(brand, theme), '#13161b')).toBeGreaterThan(2)
    }
})

test('the stylesheet has the fills of the default colours; an invalid colour stays unchanged', async () => {
  const tokens = await Bun.file('web/styles/tokens.css').text()
  expect(brandSolid('#0000FF', 'light')).toBe('#2f60d6')
  expect(brandSolid('#39ACE7', 'dark')).toBe('#267aa6')
  expect(tokens.match(/--brand-solid: #\w+/g)).toEqual(['--brand-solid: #2f60d6', '--brand-solid: #267aa6'])
  expect(brandSolid('nonsense', 'light')).toBe('nonsense')
})

test('converts reference white and red to OKLCH and back', () => {
  expect(toOklch('#ffffff')?.lightness).toBeCloseTo(1, 4)
  expect(toOklch('#ff0000')?.lightness).toBeCloseTo(0.628, 3)
  expect(toOklch('#ff0000')?.chroma).toBeCloseTo(0.2577, 3)
  for (const colour of ['#0a7a3b', '#ffd600', '#123456', '#ffffff', '#000000'])
    expect(fromOklch(toOklch(colour) ?? { lightness: 0, chroma: 0, hue: 0 })).toBe(colour)
})
