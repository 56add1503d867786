import * as v from 'valibot'
import { isAddressBlock } from '../http/edge/ip-address'
import { type MailConfig, mailConfigOf, mailEnvironment } from './mail-config'
import { isAllowEntry, type OutgoingAllowList, splitAllowList } from '../outgoing/outgoing-allow'
import { type PaymentConfig, paymentConfigOf, paymentEnvironment } from './payment-config'
import { type LogFormat, logFormats } from '../log'
import { StartFailure } from '../start-failure'
import { type ProxyList, splitProxyList } from '../http/edge/trusted-proxies'

const megabyte = 1024 * 1024
const amount = (most: number) => v.pipe(v.string(), v.toNumber(), v.minValue(0), v.maxValue(most))
const Megabytes = amount(1_000_000_000)

const spaceEnvironment = {
  DISK_LOW_PERCENT: v.optional(amount(100), '10'),
  DISK_LOW_MB: v.optional(Megabytes, '2048'),
  DISK_FULL_MB: v.optional(Megabytes, '200'),
}

export interface SpaceConfig {
  /** Files wait below the smaller of these two. */
  lowPercent: number
  lowBytes: number
  /** No messages are taken from WhatsApp below this or half of the other limit. */
  fullBytes: number
}

interface SpaceVariables {
  DISK_LOW_PERCENT: number
  DISK_LOW_MB: number
  DISK_FULL_MB: number
}

function spaceConfigOf(env: SpaceVariables): SpaceConfig {
  return {
    lowPercent: env.DISK_LOW_PERCENT,
    lowBytes: env.DISK_LOW_MB * megabyte,
    fullBytes: env.DISK_FULL_MB * megabyte,
  }
}

const Secret = v.pipe(v.string(), v.minLength(8), v.maxLength(200))

const graphEnvironment = {
  GRAPH_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://graph.facebook.com'),
  GRAPH_API_VERSION: v.optional(v.pipe(v.string(), v.regex(/^v\d{1,3}\.\d{1,2}$/)), 'v25.0'),
  META_LOGIN_URL: v.optional(v.pipe(v.string(), v.url()), 'https://www.facebook.com'),
  META_APP_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,30}$/))),
  META_APP_SECRET: v.optional(Secret),
  META_SIGNUP_CONFIG_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5,30}$/))),
  META_VERIFY_TOKEN: v.optional(Secret),
}

const GraphEnvironment = v.object(graphEnvironment)

interface GraphConfig {
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

function graphConfigOf(env: v.InferOutput<typeof GraphEnvironment>): GraphConfig {
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

const aiEnvironment = {
  OPENAI_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://api.openai.com/v1'),
  OPENAI_MODEL: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), 'gpt-4.1-mini'),
  OPENAI_TRANSCRIPTION_MODEL: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)), 'whisper-1'),
  AZURE_SPEECH_URL: v.optional(v.pipe(v.string(), v.url())),
}

const AiEnvironment = v.object(aiEnvironment)

interface AiConfig {
  openAiUrl: string
  openAiModel: string
  transcriptionModel: string
  azureSpeechUrl?: string
}

declare module '../company/company-files' {
  interface CompanyServices {
    ai: AiConfig
  }
}

const base = (url: string) => url.replace(/\/+$/, '')

function aiConfigOf(env: v.InferOutput<typeof AiEnvironment>): AiConfig {
  return {
    openAiUrl: base(env.OPENAI_API_URL),
    openAiModel: env.OPENAI_MODEL,
    transcriptionModel: env.OPENAI_TRANSCRIPTION_MODEL,
    azureSpeechUrl: env.AZURE_SPEECH_URL && base(env.AZURE_SPEECH_URL),
  }
}

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
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  LOG_FORMAT: v.optional(v.picklist(logFormats), 'text'),
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
  metricsToken?: string
  logFormat: LogFormat
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
    metricsToken: env.METRICS_TOKEN,
    logFormat: env.LOG_FORMAT,
    logLevel: env.LOG_LEVEL,
  }
}
