import { Elysia } from 'elysia'
import { answerCalls } from '../../kernel/http/answer-calls'
import type { SuperUserGuard } from '../../kernel/http/super-user-guard'
import { readBrandLogo, setBrandLogo } from './brand-logo'
import { logoCalls, publicLogoCalls } from './brand-logo.calls'
import { readAppIcon, readWebManifest } from './web-app'
import type { Platform } from '../platform'

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
