import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/user-guard'
import { readBrandLogo, setBrandLogo, readLogoFile } from './brand-logo'
import { productFile } from '../../kernel/product-files'
import type { Platform } from '../platform'
import { readBranding } from './platform-setting.queries'
import * as v from 'valibot'
import { defineCalls } from '../../kernel/http/calls'
import { LogoBody, logoBytesMax } from './brand-logo.contract'

export const publicLogoCalls = defineCalls({
  'GET /manifest.webmanifest': { public: true, answer: 'file' },
  'GET /branding/:file': {
    public: true,
    params: v.object({ file: v.pipe(v.string(), v.maxLength(100)) }),
    query: v.object({ brand: v.optional(v.string()) }),
    answer: 'file',
  },
})

export const logoCalls = defineCalls({
  'POST /settings-whitelabel/logo': {
    body: LogoBody,
    limits: { files: { fields: { file: 1 }, fileBytesMax: logoBytesMax } },
    answer: v.object({ fileName: v.string(), key: v.string(), value: v.string() }),
  },
})

export function brandLogoRoutes(guard: SuperUserGuard, platform: Platform) {
  const forEveryone = answerCalls(new Elysia({ name: 'brand-logos' }), publicLogoCalls, {
    'GET /manifest.webmanifest': () => readWebManifest(platform),
    'GET /branding/:file': async ({ params }) =>
      (await readAppIcon(platform, params.file)) ?? readBrandLogo(platform, params.file),
  })
  const forSuperUsers = answerCalls(new Elysia({ name: 'brand-logo-upload' }).use(guard), logoCalls, {
    'POST /settings-whitelabel/logo': ({ operator, body }) => setBrandLogo(platform, operator, body.mode, body.file),
  })
  return new Elysia({ name: 'brand-logo-routes' }).use(forEveryone).use(forSuperUsers)
}

const defaultMark = Bun.file(productFile('web/assets/favicon.svg'))
const defaultTouchIcon = Bun.file(productFile('web/assets/touch-icon.png'))
const defaultMarkColour = '#2b5cff'
const surface = '#ffffff'
const cached = { 'cache-control': 'public, max-age=86400' }

/** A wider one is a word, illegible in a square. */
const squareLogoMax = 1.5

/** Launchers may cut off what is outside a circle of 80 %. */
const edge = 512
const marginOf = { icon: 32, maskable: 108 } as const

/** Browsers install the product under its own name and icon. */
function readWebManifest(platform: Platform) {
  const { name, primaryColorLight, ...logos } = readBranding(platform)
  // A changed brand has other addresses, so that icons are cached.
  const brand = Bun.hash(JSON.stringify([primaryColorLight, logos])).toString(36)
  const icon = (file: keyof typeof marginOf, purpose: string) => ({
    src: `/branding/${file}.svg?brand=${brand}`,
    sizes: 'any',
    type: 'image/svg+xml',
    purpose,
  })
  const manifest = {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: primaryColorLight,
    background_color: surface,
    icons: [icon('icon', 'any'), icon('maskable', 'maskable')],
  }
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' }
  return new Response(JSON.stringify(manifest), { headers })
}

/** SVG, or a PNG for iPhones; undefined for other names. */
async function readAppIcon(platform: Platform, fileName: string): Promise<Response | undefined> {
  if (fileName === 'touch-icon.png') {
    const picture = (await readPicture(platform)) ?? (await defaultTouchIcon.bytes())
    return new Response(picture, { headers: { 'content-type': 'image/png', ...cached } })
  }
  const kind = (['icon', 'maskable'] as const).find((name) => fileName === `${name}.svg`)
  if (!kind) return undefined
  const margin = marginOf[kind]
  const size = edge - 2 * margin
  const ground = kind === 'maskable' ? `<rect width="${edge}" height="${edge}" fill="${surface}"/>` : ''
  const picture = await readMark(platform)
  const place = `x="${margin}" y="${margin}" width="${size}" height="${size}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}">${ground}<image ${place} href="${picture}"/></svg>`
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', ...cached } })
}

async function readMark(platform: Platform) {
  const picture = await readPicture(platform)
  if (picture) return `data:image/png;base64,${picture.toBase64()}`
  const mark = (await defaultMark.text()).replace(defaultMarkColour, readBranding(platform).primaryColorLight)
  return `data:image/svg+xml;base64,${new TextEncoder().encode(mark).toBase64()}`
}

async function readPicture(platform: Platform) {
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
