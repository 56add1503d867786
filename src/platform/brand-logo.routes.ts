import { Elysia } from 'elysia'
import * as v from 'valibot'
import { accepts } from '../kernel/body-limits'
import type { SuperUserGuard } from '../kernel/super-user-guard'
import { logoBytesMax, logoModes, readBrandLogo, setBrandLogo } from './brand-logo'
import type { Platform } from './platform'

const Mode = v.pipe(v.string('required'), v.toLowerCase(), v.picklist(logoModes, 'invalid'))
const LogoBody = v.object({ file: v.file('required'), mode: Mode, typeArch: v.optional(v.unknown()) })
const FileParams = v.object({ file: v.pipe(v.string(), v.maxLength(100)) })

/** White-labelling: the super user brings logos, everybody sees them. */
export function brandLogoRoutes(guard: SuperUserGuard, platform: Platform) {
  const forEveryone = new Elysia({ name: 'brand-logos' }).get(
    '/branding/:file',
    ({ params }) => readBrandLogo(platform, params.file),
    { params: FileParams },
  )
  const forSuperUsers = new Elysia({ name: 'brand-logo-upload' })
    .use(guard)
    .post('/settings-whitelabel/logo', ({ operator, body }) => setBrandLogo(platform, operator, body.mode, body.file), {
      body: LogoBody,
      ...accepts({ files: { fields: { file: 1 }, fileBytesMax: logoBytesMax } }),
    })
  return new Elysia({ name: 'brand-logo-routes', detail: { tags: ['settings'] } }).use(forEveryone).use(forSuperUsers)
}
