import * as v from 'valibot'
import { refuse } from '../../kernel/errors'
import { randomToken } from '../../kernel/ids'
import { readSecret, maskAddress, readAddress, sealAddress } from '../../kernel/config/sealed-secret'
import { audit, type Platform, type PlatformActor } from '../platform'
import { getPlatformSetting, readPlatformJson } from '../branding/platform-setting.queries'
import { storePlatformJson, storePlatformSetting } from '../branding/save-platform-setting'
import { withoutTrace } from '../../kernel/database/without-trace'
import type { HostWebhookBody } from './host-webhook.contract'

/** ApiGestorWebhook on the wire, sealed here. */
const Stored = v.object({
  url: v.optional(v.string(), ''),
  secret: v.optional(v.string(), ''),
  withTexts: v.optional(v.boolean(), false),
})
type Stored = v.InferOutput<typeof Stored>

export interface HostWebhook {
  url: string
  /** Empty without one; then nothing is sent. */
  secret: string
  withTexts: boolean
  isUnreadable: boolean
}

const key = 'gestorWebhook'
const secretLength = 40
/** Needed for every event. */
const known = new WeakMap<Platform, HostWebhook>()

const readStored = (platform: Platform) => readPlatformJson(platform, key, Stored) ?? v.getDefaults(Stored)

function store(platform: Platform, change: Partial<Stored>) {
  storePlatformJson(platform, key, { ...readStored(platform), ...change })
  known.delete(platform)
}

export function getHostWebhook(platform: Platform): HostWebhook {
  let webhook = known.get(platform)
  if (!webhook) {
    const stored = readStored(platform)
    const secret = readSecret(platform.hostKey, stored.secret)
    webhook = {
      url: readAddress(platform.hostKey, stored.url),
      secret: secret.state === 'set' ? secret.text : '',
      withTexts: stored.withTexts,
      isUnreadable: secret.state === 'unreadable',
    }
    known.set(platform, webhook)
  }
  return webhook
}

/** Returns a secret shown once; callers check for a super user. @throws Refusal ERR_INVALID_INPUT at `field` */
export async function saveHostWebhook(
  platform: Platform,
  actor: PlatformActor,
  { url, withTexts }: HostWebhookBody,
  field = 'url',
) {
  if (url && !(await platform.outgoing.mayCall(url))) {
    refuse('ERR_INVALID_INPUT', { fields: { [field]: 'refusedAddress' } })
  }
  const address = url === undefined ? {} : { url: sealAddress(platform.hostKey, url) }
  store(platform, { ...address, ...(withTexts === undefined ? {} : { withTexts }) })
  audit(platform, 'gestorWebhook.changed', actor, { url: url && maskAddress(url), withTexts })
  return url && getHostWebhook(platform).secret === '' ? makeSecret(platform) : undefined
}

export function sealOldHostAddress(platform: Platform) {
  const url = getPlatformSetting(platform, 'ApiGestorWebhook')
  if (url === '') return
  withoutTrace(platform.catalog.sqlite, () => {
    store(platform, { url: sealAddress(platform.hostKey, url) })
    storePlatformSetting(platform, 'ApiGestorWebhook', '')
  })
}

/** Callers check for a super user. */
export function replaceHostWebhookSecret(platform: Platform, actor: PlatformActor) {
  audit(platform, 'gestorWebhook.secretReplaced', actor)
  return makeSecret(platform)
}

function makeSecret(platform: Platform) {
  const secret = randomToken(secretLength)
  store(platform, { secret: platform.hostKey.seal(secret) })
  return secret
}

const failuresKey = 'gestorWebhookFailures'

const FailureState = v.object({
  failures: v.number(),
  pausedUntilMs: v.number(),
  isAnnounced: v.boolean(),
})
export type FailureState = v.InferOutput<typeof FailureState>

export const readHostFailures = (platform: Platform) => readPlatformJson(platform, failuresKey, FailureState)

declare module '../business/business' {
  interface BusinessNotes {
    'hostWebhook.failed': { state: FailureState | null }
  }
}

export const storeHostFailures = (platform: Platform, { state }: { state: FailureState | null }) =>
  storePlatformJson(platform, failuresKey, state ?? undefined)
