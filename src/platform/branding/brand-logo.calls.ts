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
