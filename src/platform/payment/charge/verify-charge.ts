import { and, eq, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import { createTurns } from '../../../kernel/company/batches'
import { dayMs, hourMs } from '../../../kernel/time/durations.contract'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import { enqueuePaymentJob } from '../enqueue-payment-job'
import type { ChargeAtProvider, PixProvider } from '../provider/pix-provider'
import { type Charge, findCharge } from './charge.queries'
import { settleCharge } from './settle-charge'

const watchedMs = 48 * hourMs
const watchedDailyMs = 30 * dayMs
/** A payment in the last second may arrive later. */
const graceMs = 600_000

/** Paid ones too, which may be paid again. Removes unwanted ones until nobody can pay them. @throws ProviderError */
export async function verifyCharge(platform: Platform, chargeId: number, signal: AbortSignal) {
  const charge = findCharge(platform, chargeId)
  const provider = charge && platform.payments.get(charge.provider)
  if (!charge || !provider) return
  const { isWanted, isPayable } = await look(platform, provider, chargeId, signal)
  if (isWanted || !isPayable) return
  await provider.remove(findCharge(platform, chargeId) ?? charge, signal)
  // It may have been paid at the same time.
  await look(platform, provider, chargeId, signal)
}

async function look(platform: Platform, provider: PixProvider, chargeId: number, signal: AbortSignal) {
  const charge = findCharge(platform, chargeId)
  const found = charge && (await provider.find(charge, signal))
  signal.throwIfAborted()
  if (found) await settleCharge(platform, chargeId, found.payments)
  const after = findCharge(platform, chargeId)
  const isPayable = after !== undefined && canBePaid(platform, provider, after, found)
  if (after?.status === 'open' && found && !isPayable) endCharge(platform, after)
  const isWanted = after?.status === 'creating' || (after?.status === 'open' && isPayable)
  if (!isWanted) noteClosed(platform, chargeId, isPayable ? null : platform.clock.now())
  return { isWanted, isPayable }
}

function canBePaid({ clock }: Platform, provider: PixProvider, { expiresAt }: Charge, found?: ChargeAtProvider) {
  const hasExpired = provider.closesExpired && hasEnded(expiresAt, clock.now())
  return found?.isPayable === true && !hasExpired
}

const hasEnded = (expiresAt: Date | null, now: Date) =>
  expiresAt !== null && expiresAt.getTime() + graceMs <= now.getTime()

/** The provider no longer accepts a payment, such as after somebody removed the charge there. */
function endCharge({ catalog, clock }: Platform, { id, expiresAt }: Charge) {
  const status = hasEnded(expiresAt, clock.now()) ? 'expired' : 'removed'
  const open = and(eq(chargeTable.id, id), eq(chargeTable.status, 'open'))
  catalog.db.update(chargeTable).set({ status, updatedAt: clock.now() }).where(open).run()
}

function noteClosed({ catalog }: Platform, id: number, closedAt: Date | null) {
  const unwanted = and(eq(chargeTable.id, id), ne(chargeTable.status, 'creating'), ne(chargeTable.status, 'open'))
  const changed = closedAt ? and(unwanted, isNull(chargeTable.closedAt)) : unwanted
  catalog.db.update(chargeTable).set({ closedAt }).where(changed).run()
}

/** A provider's report can get lost. */
export const verifyNewCharges = (platform: Platform) =>
  verifyCharges(platform, gt(chargeTable.createdAt, before(platform, watchedMs)))

export const verifyOldCharges = (platform: Platform) =>
  verifyCharges(
    platform,
    and(
      lte(chargeTable.createdAt, before(platform, watchedMs)),
      or(gt(chargeTable.createdAt, before(platform, watchedDailyMs)), isNull(chargeTable.closedAt)),
    ),
  )

const before = ({ clock }: Platform, ms: number) => new Date(clock.now().getTime() - ms)

async function verifyCharges(platform: Platform, chosen: ReturnType<typeof and>) {
  const { db } = platform.catalog
  const atProvider = ne(chargeTable.provider, 'static')
  db.update(chargeTable)
    .set({ status: 'expired', updatedAt: platform.clock.now() })
    .where(
      and(
        atProvider,
        inArray(chargeTable.status, ['creating', 'open']),
        lte(chargeTable.expiresAt, before(platform, graceMs)),
      ),
    )
    .run()
  const charges = db
    .select({ id: chargeTable.id, companyId: chargeTable.companyId })
    .from(chargeTable)
    .where(and(atProvider, chosen))
    .all()
  const turns = createTurns()
  for (const charge of charges) {
    enqueuePaymentJob(platform, charge, 'payment.verify')
    // Opens the company's file.
    await turns()
  }
}
