import { and, desc, eq, gt, inArray, or } from 'drizzle-orm'
import { encode } from 'uqr'
import type { PixProviderName } from '../../../kernel/config/payment-config'
import type { Platform } from '../../platform'
import { chargeTable } from '../../platform.tables'
import type { ChargeView } from '../payment.calls'

export type Charge = typeof chargeTable.$inferSelect

export function findCharge({ catalog }: Platform, id: number): Charge | undefined {
  return catalog.db.select().from(chargeTable).where(eq(chargeTable.id, id)).get()
}

export function findOpenCharge({ catalog }: Platform, invoiceId: number): Charge | undefined {
  const open = inArray(chargeTable.status, ['creating', 'open'])
  return catalog.db
    .select()
    .from(chargeTable)
    .where(and(eq(chargeTable.invoiceId, invoiceId), open))
    .get()
}

export function findLatestCharge({ catalog }: Platform, invoiceId: number): Charge | undefined {
  const { status, received } = chargeTable
  const ended = and(inArray(status, ['expired', 'removed']), gt(received, 0))
  return catalog.db
    .select()
    .from(chargeTable)
    .where(and(eq(chargeTable.invoiceId, invoiceId), or(inArray(status, ['creating', 'open']), ended)))
    .orderBy(desc(chargeTable.id))
    .limit(1)
    .get()
}

export function findChargeByTxid({ catalog }: Platform, provider: PixProviderName, txid: string) {
  const same = and(eq(chargeTable.provider, provider), eq(chargeTable.txid, txid))
  return catalog.db.select().from(chargeTable).where(same).get()
}

export function findChargeByProviderId({ catalog }: Platform, provider: PixProviderName, providerId: string) {
  if (providerId === '') return undefined
  const same = and(eq(chargeTable.provider, provider), eq(chargeTable.providerId, providerId))
  return catalog.db.select().from(chargeTable).where(same).get()
}

export function presentCharge(charge: Charge, now: Date): ChargeView {
  const { id, invoiceId, provider, txid, code, pixKey, location, createdAt, expiresAt } = charge
  return {
    chargeId: id,
    invoiceId,
    provider,
    txid,
    status: 'ATIVA',
    calendario: {
      criacao: createdAt.toISOString(),
      ...(expiresAt && { expiracao: Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000) }),
    },
    valor: { original: (charge.amount / 100).toFixed(2) },
    ...(location && { loc: location, location: location.location }),
    ...(pixKey && { chave: pixKey }),
    pixCopiaECola: code,
    qrcode: { qrcode: code, imagemQrcode: drawQrCode(code) },
    expiresAt: expiresAt?.toISOString() ?? null,
    secondsLeft: expiresAt && Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)),
  }
}

const border = 2

function drawQrCode(text: string) {
  const { data, size } = encode(text, { border })
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${rows.join('')}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
