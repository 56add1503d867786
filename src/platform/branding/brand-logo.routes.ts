import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/user-guard'
import { type AppIconName, brandKey, createAppIcons, isAppIcon } from './app-icon'
import { readBrandLogo, setBrandLogo } from './brand-logo'
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
  const appIcon = createAppIcons(platform)
  const forEveryone = answerCalls(new Elysia({ name: 'brand-logos' }), publicLogoCalls, {
    'GET /manifest.webmanifest': () => readWebManifest(platform),
    'GET /branding/:file': ({ params: { file } }) =>
      isAppIcon(file) ? sendAppIcon(appIcon(file)) : readBrandLogo(platform, file),
  })
  const forSuperUsers = answerCalls(new Elysia({ name: 'brand-logo-upload' }).use(guard), logoCalls, {
    'POST /settings-whitelabel/logo': ({ operator, body }) => setBrandLogo(platform, operator, body.mode, body.file),
  })
  return new Elysia({ name: 'brand-logo-routes' }).use(forEveryone).use(forSuperUsers)
}

const cached = { 'cache-control': 'public, max-age=86400' }

/** Answers the manifest by which browsers install the product under its own name and icon. */
function readWebManifest(platform: Platform) {
  const { name, primaryColorLight } = readBranding(platform)
  // A changed brand has other addresses, so that icons are cached.
  const brand = brandKey(platform)
  const icon = (kind: 'icon' | 'maskable', edge: 192 | 512) => ({
    src: `/branding/${`${kind}-${edge}.png` satisfies AppIconName}?brand=${brand}`,
    sizes: `${edge}x${edge}`,
    type: 'image/png',
    purpose: kind === 'icon' ? 'any' : 'maskable',
  })
  const manifest = {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: primaryColorLight,
    background_color: '#ffffff',
    icons: [icon('icon', 192), icon('icon', 512), icon('maskable', 192), icon('maskable', 512)],
  }
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' }
  return new Response(JSON.stringify(manifest), { headers })
}

async function sendAppIcon(picture: Promise<Uint8Array<ArrayBuffer>>) {
  return new Response(await picture, { headers: { 'content-type': 'image/png', ...cached } })
}
