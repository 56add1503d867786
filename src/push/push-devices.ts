import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type { CompanyContext } from '../kernel/company/company-context'
import { hashSecret } from '../kernel/config/sealed-secret'
import { refuse } from '../kernel/errors'
import type { UserId } from '../kernel/ids'
import { recordEvent } from '../kernel/event/event-log'
import { hasSession } from '../user/session/session'
import type { PushDeviceBody } from './push.contract'
import { forgetPushReaders } from './push-readers.view'
import { pushDeviceTable } from './push.tables'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'push.deviceAdded': { userId: number; deviceId: number }
    'push.deviceRemoved': { userId: number; deviceId: number }
  }
}

/** The oldest leaves. */
const devicesMax = 10

const { id, userId, endpointHash } = pushDeviceTable

export interface DeviceOwner {
  userId: UserId
  sessionId: string
  name: string
}

export function listDevices(ctx: CompanyContext, ofUser: UserId) {
  return ctx.db.select().from(pushDeviceTable).where(eq(userId, ofUser)).orderBy(asc(id)).all()
}

export const findDevice = (ctx: CompanyContext, deviceId: number) =>
  ctx.db.select().from(pushDeviceTable).where(eq(id, deviceId)).get()

/**
 * A browser has one owner: who signs in there next takes it over.
 * @throws Refusal ERR_NOT_FOUND for a replaced device that is not the owner's
 */
export function addDevice(ctx: CompanyContext, owner: DeviceOwner, { replaces, ...body }: PushDeviceBody) {
  const subscription = ctx.company.services.sealer.seal(JSON.stringify(body))
  const row = { ...owner, endpointHash: hashSecret(body.endpoint), subscription, createdAt: ctx.now }
  return ctx.transaction(() => {
    const known = findByEndpoint(ctx, body.endpoint)
    const replaced = replaces === undefined ? undefined : findByEndpoint(ctx, replaces)
    if (replaces !== undefined && replaced?.userId !== owner.userId) refuse('ERR_NOT_FOUND')
    const kept = replaced ?? known
    if (known && known.id !== (kept?.userId === owner.userId ? kept.id : undefined))
      removeDevices(ctx, eq(id, known.id))
    if (kept?.userId === owner.userId) {
      const { sessionId, name, endpointHash } = row
      const set = { sessionId, name, endpointHash, subscription }
      return ctx.db.update(pushDeviceTable).set(set).where(eq(id, kept.id)).returning().get()
    }
    const device = ctx.db.insert(pushDeviceTable).values(row).returning().get()
    forgetPushReaders(ctx)
    recordEvent(ctx, 'push.deviceAdded', {}, { userId: owner.userId, deviceId: device.id })
    const newest = ctx.db.select({ id }).from(pushDeviceTable).where(eq(userId, owner.userId)).orderBy(desc(id)).all()
    for (const old of newest.slice(devicesMax)) removeDevices(ctx, eq(id, old.id))
    return device
  })
}

const findByEndpoint = (ctx: CompanyContext, endpoint: string) =>
  ctx.db
    .select()
    .from(pushDeviceTable)
    .where(eq(endpointHash, hashSecret(endpoint)))
    .get()

/** @throws Refusal ERR_NOT_FOUND */
export function removeDevice(ctx: CompanyContext, ofUser: UserId, deviceId: number) {
  ctx.transaction(() => {
    if (removeDevices(ctx, eq(id, deviceId), eq(userId, ofUser)) === 0) refuse('ERR_NOT_FOUND')
  })
}

/** Those whose session has ended. */
export function removeEndedDevices(ctx: CompanyContext, ofUser: UserId) {
  for (const device of listDevices(ctx, ofUser)) {
    if (!hasSession(ctx, device.sessionId, ofUser)) removeDevices(ctx, eq(id, device.id))
  }
}

export const removeDevicesOfUser = (ctx: CompanyContext, ofUser: UserId) => removeDevices(ctx, eq(userId, ofUser))

/** Requires a transaction. */
export function removeDevices(ctx: CompanyContext, ...conditions: SQL[]) {
  const removed = ctx.db
    .delete(pushDeviceTable)
    .where(and(...conditions))
    .returning({ id, userId })
    .all()
  if (removed.length > 0) forgetPushReaders(ctx)
  for (const device of removed) {
    recordEvent(ctx, 'push.deviceRemoved', {}, { userId: device.userId, deviceId: device.id })
  }
  return removed.length
}

const systems = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const
/** Edge and Opera name Chrome as well, and Chrome names Safari: the order decides. */
const browsers = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

/** Such as `Chrome, Android`. Nothing of the header itself is kept. */
export function deviceNameOf(userAgent: string) {
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [named(browsers), named(systems)].filter((part) => part !== undefined).join(', ')
}
