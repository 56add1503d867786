import * as v from 'valibot'

/** Environment variables of Meta's Graph API. Tokens are each connection's own. */
export const graphEnvironment = {
  GRAPH_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://graph.facebook.com'),
  GRAPH_API_VERSION: v.optional(v.pipe(v.string(), v.regex(/^v\d{1,3}\.\d{1,2}$/)), 'v25.0'),
  META_APP_SECRET: v.optional(v.pipe(v.string(), v.minLength(8), v.maxLength(200))),
}

const Environment = v.object(graphEnvironment)

export interface GraphConfig {
  /** Base address with the version, without a slash at the end. */
  url: string
  /** Secret of the host's Meta app, for connections without their own. */
  appSecret?: string
}

declare module '../company/company-files' {
  interface CompanyServices {
    graph: GraphConfig
  }
}

export function graphConfigOf(env: v.InferOutput<typeof Environment>): GraphConfig {
  return {
    url: `${env.GRAPH_API_URL.replace(/\/+$/, '')}/${env.GRAPH_API_VERSION}`,
    appSecret: env.META_APP_SECRET,
  }
}
