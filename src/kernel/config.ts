import * as v from 'valibot'
import { isAddressBlock } from './address-blocks'
import { isAllowEntry, type OutgoingAllowList, splitAllowList } from './outgoing/outgoing-allow'
import { StartFailure } from './start-failure'
import { type ProxyList, splitProxyList } from './trusted-proxies'

const Port = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(65_535))

const Proxies = v.pipe(
  v.string(),
  v.transform(splitProxyList),
  v.array(
    v.pipe(
      v.string(),
      v.check(isAddressBlock, ({ input }) => `"${input}" is no IP address and no CIDR block`),
    ),
  ),
)

const Allowed = v.pipe(
  v.string(),
  v.transform(splitAllowList),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        isAllowEntry,
        ({ input }) => `"${input}" is no host name, IP address or CIDR block, with or without a port`,
      ),
    ),
  ),
)

const Environment = v.object({
  HOST: v.optional(v.string(), '0.0.0.0'),
  PORT: v.optional(Port, '3000'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), 'data'),
  PUBLIC_URL: v.optional(v.pipe(v.string(), v.url())),
  TRUSTED_PROXIES: v.optional(Proxies),
  OUTGOING_ALLOW: v.optional(Allowed, ''),
  SUPER_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email()), 'super@recado.local'),
  SUPER_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(5), v.maxLength(50))),
  WHATSAPP_WEB_URL: v.optional(v.pipe(v.string(), v.url())),
  WHATSAPP_MEDIA_URL: v.optional(v.pipe(v.string(), v.url())),
  GRAPH_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://graph.facebook.com'),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

/** What the host may set, read once at start. Nothing needs to be set for a first run. */
export interface Config {
  host: string
  /** 0 lets the system choose a free port. */
  port: number
  dataDir: string
  /** The address people type; without it, the one the request came to. */
  publicUrl?: string
  /** Whose word on where a request came from is believed; without it, this machine and the container's gateway. */
  trustedProxies?: ProxyList
  /** What people may have called although it is not on the public internet; usually empty. */
  outgoingAllow: OutgoingAllowList
  superEmail: string
  superPassword?: string
  /** Socket address of WhatsApp's multi-device service; without it, the real one. */
  whatsappWebUrl?: string
  /** Base address that replaces WhatsApp's media hosts; without it, the real ones. */
  whatsappMediaUrl?: string
  graphApiUrl: string
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** @throws StartFailure naming every variable that is wrong, so that a host sees all of it at once. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = v.safeParse(Environment, given)
  if (!result.success) {
    const faults = result.issues.map((issue) => `  ${v.getDotPath(issue)}: ${issue.message}`)
    throw new StartFailure(`The configuration is not valid:\n${faults.join('\n')}`)
  }
  const env = result.output
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: env.TRUSTED_PROXIES,
    outgoingAllow: env.OUTGOING_ALLOW,
    superEmail: env.SUPER_EMAIL,
    superPassword: env.SUPER_PASSWORD,
    whatsappWebUrl: env.WHATSAPP_WEB_URL,
    whatsappMediaUrl: env.WHATSAPP_MEDIA_URL?.replace(/\/+$/, ''),
    graphApiUrl: env.GRAPH_API_URL.replace(/\/+$/, ''),
    logLevel: env.LOG_LEVEL,
  }
}
