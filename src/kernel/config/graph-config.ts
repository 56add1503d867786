import * as v from 'valibot'

const Secret = v.pipe(v.string(), v.minLength(8), v.maxLength(200))

export const graphEnvironment = {
  GRAPH_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://graph.facebook.com'),
  GRAPH_API_VERSION: v.optional(v.pipe(v.string(), v.regex(/^v\d{1,3}\.\d{1,2}$/)), 'v25.0'),
  META_LOGIN_URL: v.optional(v.pipe(v.string(), v.url()), 'https://www.facebook.com'),
  META_APP_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,30}$/))),
  META_APP_SECRET: v.optional(Secret),
  META_SIGNUP_CONFIG_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,30}$/))),
  META_VERIFY_TOKEN: v.optional(Secret),
}

const Environment = v.object(graphEnvironment)

export interface GraphConfig {
  /** Base address with the version, without a slash at the end. */
  url: string
  loginUrl: string
  appId?: string
  appSecret?: string
  signupConfigId?: string
  verifyToken?: string
}

declare module '../company/company-files' {
  interface CompanyServices {
    graph: GraphConfig
  }
}

export function graphConfigOf(env: v.InferOutput<typeof Environment>): GraphConfig {
  const version = env.GRAPH_API_VERSION
  const at = (address: string) => `${address.replace(/\/+$/, '')}/${version}`
  return {
    url: at(env.GRAPH_API_URL),
    loginUrl: `${at(env.META_LOGIN_URL)}/dialog/oauth`,
    appId: env.META_APP_ID,
    appSecret: env.META_APP_SECRET,
    signupConfigId: env.META_SIGNUP_CONFIG_ID,
    verifyToken: env.META_VERIFY_TOKEN,
  }
}
