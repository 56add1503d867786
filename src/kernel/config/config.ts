import * as v from 'valibot'
import { isAddressBlock } from '../http/edge/address-blocks'
import { type AiConfig, aiConfigOf, aiEnvironment } from './ai-config'
import { type GraphConfig, graphConfigOf, graphEnvironment } from './graph-config'
import { type MailConfig, mailConfigOf, mailEnvironment } from './mail-config'
import { isAllowEntry, type OutgoingAllowList, splitAllowList } from '../outgoing/outgoing-allow'
import { type SpaceConfig, spaceConfigOf, spaceEnvironment } from './space-config'
import { type PaymentConfig, paymentConfigOf, paymentEnvironment } from './payment-config'
import { StartFailure } from '../start-failure'
import { type ProxyList, splitProxyList } from '../http/edge/trusted-proxies'

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
  GOOGLE_TOKEN_URL: v.optional(v.pipe(v.string(), v.url()), 'https://oauth2.googleapis.com/token'),
  DIALOGFLOW_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://dialogflow.googleapis.com'),
  ...aiEnvironment,
  ...graphEnvironment,
  ...mailEnvironment,
  ...paymentEnvironment,
  ...spaceEnvironment,
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export interface Config {
  host: string
  port: number
  dataDir: string
  publicUrl?: string
  /** Proxies whose forwarding headers are trusted; by default loopback and, in a container, its gateway. */
  trustedProxies?: ProxyList
  outgoingAllow: OutgoingAllowList
  superEmail: string
  superPassword?: string
  whatsappWebUrl?: string
  whatsappMediaUrl?: string
  graph: GraphConfig
  ai: AiConfig
  dialogflow: { tokenUrl: string; apiUrl: string }
  mail?: MailConfig
  payment: PaymentConfig
  space: SpaceConfig
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** @throws StartFailure naming every invalid variable */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = v.safeParse(Environment, given)
  if (!result.success) {
    const errors = result.issues.map((issue) => `  ${v.getDotPath(issue)}: ${issue.message}`)
    throw new StartFailure(`The configuration is not valid:\n${errors.join('\n')}`)
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
    graph: graphConfigOf(env),
    ai: aiConfigOf(env),
    dialogflow: { tokenUrl: env.GOOGLE_TOKEN_URL, apiUrl: env.DIALOGFLOW_API_URL.replace(/\/+$/, '') },
    mail: mailConfigOf(env),
    payment: paymentConfigOf(env),
    space: spaceConfigOf(env),
    logLevel: env.LOG_LEVEL,
  }
}
