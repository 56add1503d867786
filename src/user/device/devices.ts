import { and, count, desc, eq, inArray, ne } from 'drizzle-orm'
import { recordAudit } from '../../kernel/audit/audit'
import type { AuditAction } from '../../kernel/audit/audit.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { UserId } from '../../kernel/ids'
import { sessionTable } from '../session/session.tables'
import { findUserFacts } from '../user.queries'
import { deviceChange, nameDevice } from './device-name'
import type { DeviceView } from './device.calls'
import { knownDeviceTable } from './device.tables'

export interface SignInDevice {
  hash: string
  userAgent: string
  address: string
}

const { userId: ofUser, deviceHash, lastAt, isNew } = knownDeviceTable

const devicesMax = 20
const userAgentMax = 400

/** In the transaction of the sign-in. True for a device that this user has not used, unless it is their first. */
export function noteDevice(ctx: CompanyContext, userId: UserId, device: SignInDevice): boolean {
  const { hash, address } = device
  const set = { userAgent: device.userAgent.slice(0, userAgentMax), address, lastAt: ctx.now }
  const known = ctx.db.update(knownDeviceTable).set(set).where(isDevice(userId, hash)).returning({ deviceHash }).all()
  if (known.length > 0) return false
  const isFirst =
    ctx.db.select({ deviceHash }).from(knownDeviceTable).where(eq(ofUser, userId)).limit(1).get() === undefined
  const row = { userId, deviceHash: hash, ...set, createdAt: ctx.now, isNew: !isFirst }
  ctx.db.insert(knownDeviceTable).values(row).run()
  dropOldest(ctx, userId)
  if (!isFirst) auditDevice(ctx, userId, { action: 'added', userAgent: device.userAgent })
  return !isFirst
}

function auditDevice(
  ctx: CompanyContext,
  id: UserId,
  { action, userAgent }: { action: AuditAction; userAgent: string },
) {
  const name = findUserFacts(ctx, id)?.name ?? ''
  recordAudit(ctx, { object: 'device', action, id, name, changes: deviceChange(userAgent) })
}

const isDevice = (userId: UserId, hash: string) => and(eq(ofUser, userId), eq(deviceHash, hash))

function dropOldest({ db }: CompanyContext, userId: UserId) {
  const kept = db
    .select({ deviceHash })
    .from(knownDeviceTable)
    .where(eq(ofUser, userId))
    .orderBy(desc(lastAt))
    .all()
    .slice(devicesMax)
    .map((row) => row.deviceHash)
  if (kept.length === 0) return
  db.delete(knownDeviceTable)
    .where(and(eq(ofUser, userId), inArray(deviceHash, kept)))
    .run()
}

export function listDevices(ctx: CompanyContext, userId: UserId): DeviceView[] {
  const present = presentDevice(ctx, userId)
  const rows = ctx.db.select().from(knownDeviceTable).where(eq(ofUser, userId)).orderBy(desc(lastAt)).all()
  return rows.map((row) => ({
    id: row.deviceHash,
    ...nameDevice(row.userAgent),
    address: row.address,
    firstAt: row.createdAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
    isPresent: row.deviceHash === present,
    isNew: row.isNew && row.deviceHash !== present,
  }))
}

const presentDevice = ({ db }: CompanyContext, userId: UserId) =>
  db.select({ hash: sessionTable.deviceHash }).from(sessionTable).where(eq(sessionTable.userId, userId)).get()?.hash

/** Other devices than the present one that nobody has confirmed. */
export function countNewDevices(ctx: CompanyContext, userId: UserId) {
  const others = and(eq(ofUser, userId), eq(isNew, true), ne(deviceHash, presentDevice(ctx, userId) ?? ''))
  return ctx.db.select({ n: count() }).from(knownDeviceTable).where(others).get()?.n ?? 0
}

/** A stranger cannot confirm the device in use. @throws Refusal ERR_NOT_FOUND, ERR_IN_USE */
export function confirmDevice(ctx: CompanyContext, userId: UserId, hash: string) {
  changeOther(ctx, { userId, hash, action: 'confirmed' }, () => {
    ctx.db.update(knownDeviceTable).set({ isNew: false }).where(isDevice(userId, hash)).run()
  })
}

/** The next sign-in there is announced as new. @throws Refusal ERR_NOT_FOUND, ERR_IN_USE for the present one */
export function forgetDevice(ctx: CompanyContext, userId: UserId, hash: string) {
  changeOther(ctx, { userId, hash, action: 'removed' }, () => {
    ctx.db.delete(knownDeviceTable).where(isDevice(userId, hash)).run()
  })
}

interface DeviceChange {
  userId: UserId
  hash: string
  action: AuditAction
}

function changeOther(ctx: CompanyContext, { userId, hash, action }: DeviceChange, change: () => void) {
  ctx.transaction(() => {
    const row = ctx.db
      .select({ userAgent: knownDeviceTable.userAgent })
      .from(knownDeviceTable)
      .where(isDevice(userId, hash))
      .get()
    if (!row) refuse('ERR_NOT_FOUND')
    if (hash === presentDevice(ctx, userId)) refuse('ERR_IN_USE')
    change()
    recordEvent(ctx, 'user.changed', {}, { userId, fields: ['devices'] })
    auditDevice(ctx, userId, { action, ...row })
  })
}

/** In the caller's transaction. */
export function dropDevices({ db }: CompanyContext, userId: UserId) {
  db.delete(knownDeviceTable).where(eq(ofUser, userId)).run()
}
