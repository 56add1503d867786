import { type DecodedPng, decode, encode } from 'fast-png'
import { openPicture } from '../../kernel/file/remake-picture'
import { productFile } from '../../kernel/product-files'
import type { Platform } from '../platform'
import { readLogoFile } from './brand-logo'
import { readBranding } from './platform-setting.queries'

interface AppIcon {
  edge: number
  /** On each side, as a part of the edge. */
  margin: number
  isFilled: boolean
}

/** Launchers may cut off what is outside a circle of 80 % of the edge; iPhones show transparent parts in black. */
const appIcons = {
  'icon-192.png': { edge: 192, margin: 1 / 16, isFilled: false },
  'icon-512.png': { edge: 512, margin: 1 / 16, isFilled: false },
  'maskable-192.png': { edge: 192, margin: 0.21, isFilled: true },
  'maskable-512.png': { edge: 512, margin: 0.21, isFilled: true },
  'touch-icon.png': { edge: 180, margin: 1 / 8, isFilled: true },
} as const satisfies Record<string, AppIcon>
export type AppIconName = keyof typeof appIcons

export const isAppIcon = (fileName: string): fileName is AppIconName => Object.hasOwn(appIcons, fileName)

/** A wider one is a word, illegible in a square. */
const squareLogoMax = 1.5

/** Black stands for the brand's colour. */
const defaultMark = Bun.file(productFile('web/assets/mark.png'))

export const brandKey = (platform: Platform) => Bun.hash(JSON.stringify(readBranding(platform))).toString(36)

/** Draws each icon once for each brand: it takes 50 ms. */
export function createAppIcons(platform: Platform) {
  const drawn = new Map<AppIconName, { brand: string; picture: Promise<Uint8Array<ArrayBuffer>> }>()
  return (name: AppIconName) => {
    const brand = brandKey(platform)
    const known = drawn.get(name)
    if (known?.brand === brand) return known.picture
    const picture = drawAppIcon(platform, name)
    drawn.set(name, { brand, picture })
    picture.catch(() => drawn.delete(name))
    return picture
  }
}

async function drawAppIcon(platform: Platform, name: AppIconName): Promise<Uint8Array<ArrayBuffer>> {
  const { edge, margin, isFilled } = appIcons[name]
  const size = edge - 2 * Math.round(edge * margin)
  const logo = await readSquareLogo(platform)
  const picture = logo ?? (await defaultMark.bytes())
  const scaled = decode(await openPicture(picture).resize(size, size, { fit: 'inside' }).png().bytes())
  const tint = logo ? undefined : colourOf(readBranding(platform).primaryColorLight)
  const data = place(edge, isFilled, scaled, tint)
  return new Uint8Array(encode({ width: edge, height: edge, data, channels: 4, depth: 8 }, { zlib: { level: 3 } }))
}

type Colour = readonly [red: number, green: number, blue: number]

/** `picture`: grey, grey with transparency, RGB or RGBA. */
function place(edge: number, isFilled: boolean, picture: DecodedPng, tint: Colour | undefined) {
  const { width, height, channels } = picture
  const colours = channels < 3 ? [0, 0, 0] : [0, 1, 2]
  const left = Math.floor((edge - width) / 2)
  const top = Math.floor((edge - height) / 2)
  const data = new Uint8Array(edge * edge * 4)
  if (isFilled) data.fill(255)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel * channels
    const to = ((top + Math.floor(pixel / width)) * edge + left + (pixel % width)) * 4
    const alpha = channels % 2 === 0 ? (picture.data[from + channels - 1] ?? 255) : 255
    for (let at = 0; at < 3; at++) {
      const given = picture.data[from + (colours[at] ?? 0)] ?? 0
      const shown = tint ? given + ((tint[at] ?? 0) * (255 - given)) / 255 : given
      data[to + at] = Math.round(isFilled ? (shown * alpha) / 255 + 255 - alpha : shown)
    }
    data[to + 3] = isFilled ? 255 : alpha
  }
  return data
}

function colourOf(hex: string): Colour {
  const digits = hex.slice(1)
  const value = Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

async function readSquareLogo(platform: Platform) {
  const { logoLight, favicon } = readBranding(platform)
  const [logo, small] = await Promise.all([readLogoFile(platform, logoLight), readLogoFile(platform, favicon)])
  return logo && (!small || isSquare(logo)) ? logo : small
}

/** PNG has width and height at bytes 16 and 20. */
function isSquare(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return Math.max(width / height, height / width) <= squareLogoMax
}
