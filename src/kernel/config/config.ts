import * as v from 'valibot'
import { isAddressBlock } from '../http/edge/ip-address'
import { type BackupConfig, backupConfigOf, backupEnvironment } from './backup-config'
import { type ClusterConfig, clusterConfigOf, clusterEnvironment } from './cluster-config'
import { type MailConfig, mailConfigOf, mailEnvironment } from './mail-config'
import { type MediaConfig, mediaConfigOf, mediaEnvironment } from './media-config'
import { isAllowEntry, type OutgoingAllowList, splitAllowList } from '../outgoing/outgoing-allow'
import { type PaymentConfig, paymentConfigOf, paymentEnvironment } from './payment-config'
import { type LogFormat, logFormats } from '../log'
import { StartFailure } from '../start-failure'
import { type ProxyList, splitProxyList } from '../http/edge/trusted-proxies'

const megabyte = 1024 * 1024
const Amount = (most: number) => v.pipe(v.string(), v.toNumber(), v.minValue(0), v.maxValue(most))
const Address = v.pipe(v.string(), v.url())
const Base = v.pipe(
  Address,
  v.transform((url) => url.replace(/\/+$/, '')),
)
const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const Secret = v.pipe(v.string(), v.minLength(8), v.maxLength(200))
const MetaId = v.pipe(v.string(), v.regex(/^\d{5,30}$/))
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
  PUBLIC_URL: v.optional(Base),
  TRUSTED_PROXIES: v.optional(Proxies),
  OUTGOING_ALLOW: v.optional(Allowed, ''),
  SUPER_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email()), 'super@recado.local'),
  SUPER_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(5), v.maxLength(50))),
  WHATSAPP_WEB_URL: v.optional(Address),
  WHATSAPP_MEDIA_URL: v.optional(Base),
  GOOGLE_TOKEN_URL: v.optional(Address, 'https://oauth2.googleapis.com/token'),
  DIALOGFLOW_API_URL: v.optional(Base, 'https://dialogflow.googleapis.com'),
  OPENAI_API_URL: v.optional(Base, 'https://api.openai.com/v1'),
  OPENAI_MODEL: v.optional(Name, 'gpt-4.1-mini'),
  OPENAI_TRANSCRIPTION_MODEL: v.optional(Name, 'whisper-1'),
  AZURE_SPEECH_URL: v.optional(Base),
  GRAPH_API_URL: v.optional(Base, 'https://graph.facebook.com'),
  GRAPH_API_VERSION: v.optional(v.pipe(v.string(), v.regex(/^v\d{1,3}\.\d{1,2}$/)), 'v25.0'),
  META_LOGIN_URL: v.optional(Base, 'https://www.facebook.com'),
  META_APP_ID: v.optional(MetaId),
  META_APP_SECRET: v.optional(Secret),
  META_SIGNUP_CONFIG_ID: v.optional(MetaId),
  META_VERIFY_TOKEN: v.optional(Secret),
  ...backupEnvironment,
  ...clusterEnvironment,
  ...mailEnvironment,
  ...mediaEnvironment,
  ...paymentEnvironment,
  DISK_LOW_PERCENT: v.optional(Amount(100), '10'),
  DISK_LOW_MB: v.optional(Amount(1_000_000_000), '2048'),
  DISK_FULL_MB: v.optional(Amount(1_000_000_000), '200'),
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
  graph: {
    /** Base address with the version, without a slash at the end. */
    url: string
    loginUrl: string
    appId?: string
    appSecret?: string
    signupConfigId?: string
    verifyToken?: string
  }
  ai: { openAiUrl: string; openAiModel: string; transcriptionModel: string; azureSpeechUrl?: string }
  dialogflow: { tokenUrl: string; apiUrl: string }
  backup?: BackupConfig
  cluster?: ClusterConfig
  /** Instead of one of its own in the data folder. */
  hostKey?: string
  mail?: MailConfig
  media?: MediaConfig
  payment: PaymentConfig
  space: {
    /** Files wait below the smaller of these two. */
    lowPercent: number
    lowBytes: number
    /** No messages are taken from WhatsApp below this or half of the other limit. */
    fullBytes: number
  }
  metricsToken?: string
  logFormat: LogFormat
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

declare module '../company/company-files' {
  interface CompanyServices extends Pick<Config, 'graph' | 'ai'> {}
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
  const cluster = clusterConfigOf(env)
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    outgoingAllow: env.OUTGOING_ALLOW,
    superEmail: env.SUPER_EMAIL,
    superPassword: env.SUPER_PASSWORD,
    whatsappWebUrl: env.WHATSAPP_WEB_URL,
    whatsappMediaUrl: env.WHATSAPP_MEDIA_URL,
    graph: {
      url: `${env.GRAPH_API_URL}/${env.GRAPH_API_VERSION}`,
      loginUrl: `${env.META_LOGIN_URL}/${env.GRAPH_API_VERSION}/dialog/oauth`,
      appId: env.META_APP_ID,
      appSecret: env.META_APP_SECRET,
      signupConfigId: env.META_SIGNUP_CONFIG_ID,
      verifyToken: env.META_VERIFY_TOKEN,
    },
    ai: {
      openAiUrl: env.OPENAI_API_URL,
      openAiModel: env.OPENAI_MODEL,
      transcriptionModel: env.OPENAI_TRANSCRIPTION_MODEL,
      azureSpeechUrl: env.AZURE_SPEECH_URL,
    },
    dialogflow: { tokenUrl: env.GOOGLE_TOKEN_URL, apiUrl: env.DIALOGFLOW_API_URL },
    backup: backupConfigOf(env, env, cluster?.node),
    cluster,
    hostKey: env.HOST_KEY,
    mail: mailConfigOf(env),
    media: mediaConfigOf(env),
    payment: paymentConfigOf(env),
    space: {
      lowPercent: env.DISK_LOW_PERCENT,
      lowBytes: env.DISK_LOW_MB * megabyte,
      fullBytes: env.DISK_FULL_MB * megabyte,
    },
    metricsToken: env.METRICS_TOKEN,
    logFormat: env.LOG_FORMAT,
    logLevel: env.LOG_LEVEL,
  }
}
